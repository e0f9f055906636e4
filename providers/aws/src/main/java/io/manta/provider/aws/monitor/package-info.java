/** What CloudWatch has for a cluster: dashboard, alarms, log groups. Start with CloudWatch. */
@NullMarked
package io.manta.provider.aws.monitor;

import org.jspecify.annotations.NullMarked;
