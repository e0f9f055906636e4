/** Files that nodes share, and that outlive the cluster unless asked otherwise. */
@NullMarked
package io.manta.provider.aws.storage;

import org.jspecify.annotations.NullMarked;
