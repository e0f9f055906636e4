/**
 * The one description of every key a cluster file may have. The validator, the JSON Schema and the reference page are all made
 * from it. Start with {@link io.manta.config.schema.ConfigSchema}.
 */
@NullMarked
package io.manta.config.schema;

import org.jspecify.annotations.NullMarked;
