/**
 * The user's own hosts, reached over SSH. A machine is a host that carries this cluster's claim; the claim lies on the host
 * itself, so that several clusters can share hosts without anyone in between, and any process can tell from the hosts alone
 * what belongs to whom. Start with {@link io.manta.provider.onprem.OnPremNodeProvider}.
 */
@NullMarked
package io.manta.provider.onprem;

import org.jspecify.annotations.NullMarked;
