/** What AWS offers: current images, and what instance types are made of. Both are asked for seldom and kept. */
@NullMarked
package io.manta.provider.aws.image;

import org.jspecify.annotations.NullMarked;
