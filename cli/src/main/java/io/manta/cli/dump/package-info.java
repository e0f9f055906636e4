/**
 * Everything someone needs who is to find out what is wrong with a cluster, in one file that can be shown around. Start with
 * {@link io.manta.cli.dump.ClusterDumpCommand}.
 */
@NullMarked
package io.manta.cli.dump;

import org.jspecify.annotations.NullMarked;
