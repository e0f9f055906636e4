/**
 * Nodes whose provider starts programs on them by a way of its own, such as Kubernetes' exec: shells, copies, terminals and
 * forwarded ports made of nothing but started programs. Start with {@link io.manta.remote.link.LinkCommandRunner}.
 */
@NullMarked
package io.manta.remote.link;

import org.jspecify.annotations.NullMarked;
