/**
 * How a Kubernetes API is reached and who asks: kubeconfig files, the account of a pod, certificates, tokens and the programs that
 * make them. Start with {@link io.manta.provider.kubernetes.access.Access}.
 */
@NullMarked
package io.manta.provider.kubernetes.access;

import org.jspecify.annotations.NullMarked;
