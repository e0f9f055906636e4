/**
 * What Manta keeps on disk, and where: one directory per cluster, the same on the user's machine and on a head. Start with
 * {@link io.manta.controller.home.ClusterHome}.
 */
@NullMarked
package io.manta.controller.home;

import org.jspecify.annotations.NullMarked;
