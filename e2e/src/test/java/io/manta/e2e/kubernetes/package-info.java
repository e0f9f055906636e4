/** Pods as nodes, on a real Kubernetes: what every provider promises, deaths, faults, and whole clusters with real Ray. */
@NullMarked
package io.manta.e2e.kubernetes;

import org.jspecify.annotations.NullMarked;
