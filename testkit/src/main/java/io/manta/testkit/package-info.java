/**
 * What tests of all modules share: the provider contract, deaths at every call, clouds and hosts played on this machine, time
 * that only moves when told, seeds, golden files, waiting without guessing. Test scope only.
 */
@NullMarked
package io.manta.testkit;

import org.jspecify.annotations.NullMarked;
