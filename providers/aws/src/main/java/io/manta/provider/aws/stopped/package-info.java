/** Instances that are stopped and started with their disks and inner addresses, and what their disks cost meanwhile. */
@NullMarked
package io.manta.provider.aws.stopped;

import org.jspecify.annotations.NullMarked;
