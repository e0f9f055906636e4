/**
 * What tests of several modules share: contracts every provider must keep, hosts with a real sshd, seeds, golden files. Test
 * scope only; nothing here is shipped.
 */
@NullMarked
package io.manta.testkit;

import org.jspecify.annotations.NullMarked;
