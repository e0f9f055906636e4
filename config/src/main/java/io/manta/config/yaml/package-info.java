/**
 * YAML text as a tree of values that know where they came from. Scalars mean what they mean to PyYAML, because Ray reads its
 * files with it. Start with {@link io.manta.config.yaml.YamlReader}.
 */
@NullMarked
package io.manta.config.yaml;

import org.jspecify.annotations.NullMarked;
