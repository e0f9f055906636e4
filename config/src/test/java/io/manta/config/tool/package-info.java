/** Tests of what is made of cluster files and of the schema. */
@NullMarked
package io.manta.config.tool;

import org.jspecify.annotations.NullMarked;
