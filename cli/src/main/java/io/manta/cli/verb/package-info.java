/** One class per verb, named after it. Each says what it takes and does it; shared parts live in the packages beside this one. */
@NullMarked
package io.manta.cli.verb;

import org.jspecify.annotations.NullMarked;
