@NullMarked
package io.manta.config.kuberay;

import org.jspecify.annotations.NullMarked;
