/** The way back to zero: removes what carries the cluster's mark, counts what is left, finds clusters nobody remembers. */
@NullMarked
package io.manta.provider.aws.removal;

import org.jspecify.annotations.NullMarked;
