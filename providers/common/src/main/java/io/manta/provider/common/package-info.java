/**
 * What providers have in common: calls at the same time, a launch of several calls, looking before making. Part of the program
 * itself, so that providers whose jars lie apart find it there. It knows no provider and needs nothing but core; what two of them
 * only happen to do alike stays with each.
 */
@NullMarked
package io.manta.provider.common;

import org.jspecify.annotations.NullMarked;
