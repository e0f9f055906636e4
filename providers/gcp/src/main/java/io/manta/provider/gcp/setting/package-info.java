/**
 * What a configuration says, and the names, labels and marks that follow from it. Start with {@link
 * io.manta.provider.gcp.setting.GcpSettings}.
 */
@NullMarked
package io.manta.provider.gcp.setting;

import org.jspecify.annotations.NullMarked;
