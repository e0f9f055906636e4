/** Tests of pods as they are written and read. */
@NullMarked
package io.manta.provider.kubernetes.pod;

import org.jspecify.annotations.NullMarked;
