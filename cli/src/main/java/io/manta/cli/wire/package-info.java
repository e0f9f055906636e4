/**
 * Where the parts are joined: which provider a type name means, how its machines are reached, how Ray on a head is found.
 * Start with {@link io.manta.cli.wire.Cluster}.
 */
@NullMarked
package io.manta.cli.wire;

import org.jspecify.annotations.NullMarked;
