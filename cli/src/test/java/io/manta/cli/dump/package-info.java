@NullMarked
package io.manta.cli.dump;

import org.jspecify.annotations.NullMarked;
