/** What {@code provider:} says, the marks and names of what a cluster owns, and facts that are kept for a while. Knows no calls. */
@NullMarked
package io.manta.provider.aws.settings;

import org.jspecify.annotations.NullMarked;
