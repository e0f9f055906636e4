@NullMarked
package io.manta.cli.wire;

import org.jspecify.annotations.NullMarked;
