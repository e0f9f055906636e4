/**
 * Kubernetes' API as it is: JSON over HTTP with manifests as plain maps, watches, and programs in pods over WebSocket. Knows
 * nothing of Ray or clusters of ours. Start with {@link io.manta.provider.kubernetes.api.KubeApi}.
 */
@NullMarked
package io.manta.provider.kubernetes.api;

import org.jspecify.annotations.NullMarked;
