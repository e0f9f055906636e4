/**
 * Machines in Amazon EC2. What exists is what EC2 lists with this cluster's tags; everything that is made carries these tags
 * from the call that makes it, so a process that dies anywhere leaves nothing that the next one does not find. Start with
 * {@link io.manta.provider.aws.AwsNodeProvider}.
 */
@NullMarked
package io.manta.provider.aws;

import org.jspecify.annotations.NullMarked;
