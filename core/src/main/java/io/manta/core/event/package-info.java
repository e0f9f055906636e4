/**
 * Everything that happens, as values with a reason. Start with {@link io.manta.core.event.ClusterEvent}.
 */
@NullMarked
package io.manta.core.event;

import org.jspecify.annotations.NullMarked;
