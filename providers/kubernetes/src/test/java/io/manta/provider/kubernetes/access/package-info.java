/** Tests of the ways to an API. */
@NullMarked
package io.manta.provider.kubernetes.access;

import org.jspecify.annotations.NullMarked;
