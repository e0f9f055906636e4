/** Talking to AWS: clients with one identity, one pace and one patience, errors in our words, plain maps as the SDK's shapes. The
 * only place that knows AWS's error codes. */
@NullMarked
package io.manta.provider.aws.client;

import org.jspecify.annotations.NullMarked;
