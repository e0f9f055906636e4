/**
 * What machines need before the first of them can be launched, and what is left to remove after the last: network, firewall
 * rules, the head's service account, keys. Start with {@link io.manta.provider.gcp.ground.Foundations}.
 */
@NullMarked
package io.manta.provider.gcp.ground;

import org.jspecify.annotations.NullMarked;
