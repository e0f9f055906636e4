@NullMarked
package io.manta.cli.verb;

import org.jspecify.annotations.NullMarked;
