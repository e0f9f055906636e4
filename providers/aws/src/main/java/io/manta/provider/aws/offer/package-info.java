/** In which ways a node type can be had, what each costs, and the ground that was laid for launching. */
@NullMarked
package io.manta.provider.aws.offer;

import org.jspecify.annotations.NullMarked;
