/** Turns a request for nodes into as few calls as EC2 allows: new instances, or ones that are stopped. */
@NullMarked
package io.manta.provider.aws.launch;

import org.jspecify.annotations.NullMarked;
