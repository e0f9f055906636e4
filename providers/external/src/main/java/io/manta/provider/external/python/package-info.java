/** Ray's Python providers: finds a Python that has Ray and starts our bridge in it, which speaks the protocol. */
@NullMarked
package io.manta.provider.external.python;

import org.jspecify.annotations.NullMarked;
