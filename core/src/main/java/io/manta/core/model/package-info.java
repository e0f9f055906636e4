/**
 * Nodes: machines, or the wish for them, with a role, a type and a state. Start with {@link io.manta.core.model.Node}.
 */
@NullMarked
package io.manta.core.model;

import org.jspecify.annotations.NullMarked;
