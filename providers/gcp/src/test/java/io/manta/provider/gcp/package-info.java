/** Tests against a Google Cloud that lives on this machine; start with {@link io.manta.provider.gcp.GcpWorld}. */
@NullMarked
package io.manta.provider.gcp;

import org.jspecify.annotations.NullMarked;
