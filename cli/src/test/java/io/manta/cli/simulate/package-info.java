@NullMarked
package io.manta.cli.simulate;

import org.jspecify.annotations.NullMarked;
