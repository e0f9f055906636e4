/** EC2 instances as the machines of a cluster: listed by tag, named by their place in a batch, tagged in few calls. */
@NullMarked
package io.manta.provider.aws.instance;

import org.jspecify.annotations.NullMarked;
