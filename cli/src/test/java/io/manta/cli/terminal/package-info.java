@NullMarked
package io.manta.cli.terminal;

import org.jspecify.annotations.NullMarked;
