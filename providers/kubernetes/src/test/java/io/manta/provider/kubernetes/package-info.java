/** Tests of pods as machines, against a real Kubernetes wherever it can be made. */
@NullMarked
package io.manta.provider.kubernetes;

import org.jspecify.annotations.NullMarked;
