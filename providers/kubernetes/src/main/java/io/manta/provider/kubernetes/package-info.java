/**
 * Machines that are pods. A pod is ours by its labels, which hold the node's tags; its name is made from the node's id, so that
 * asking twice makes one. Besides pods there are an account with rights for the head, and the services the user asks for, all
 * labelled with the cluster's name. Start with {@link io.manta.provider.kubernetes.KubernetesNodeProvider}.
 */
@NullMarked
package io.manta.provider.kubernetes;

import org.jspecify.annotations.NullMarked;
