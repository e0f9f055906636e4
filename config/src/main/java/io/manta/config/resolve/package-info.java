/**
 * From what the user wrote to the whole configuration: legacy keys are translated, defaults merged as Ray merges them, and
 * everything that can be known without a cloud is checked. Start with {@link io.manta.config.resolve.Resolution}.
 */
@NullMarked
package io.manta.config.resolve;

import org.jspecify.annotations.NullMarked;
