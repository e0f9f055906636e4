/**
 * Cloud TPUs. A pod is one machine with one or more hosts: commands run on all of them. Start with {@link
 * io.manta.provider.gcp.tpu.TpuNodes}.
 */
@NullMarked
package io.manta.provider.gcp.tpu;

import org.jspecify.annotations.NullMarked;
