/** The contract suite for each kind of external provider, and what happens when one misbehaves. */
@NullMarked
package io.manta.provider.external;

import org.jspecify.annotations.NullMarked;
