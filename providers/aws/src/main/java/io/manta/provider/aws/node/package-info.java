/** What is done on nodes themselves: shared files, a login at the registry, agents that look out for what AWS announces. */
@NullMarked
package io.manta.provider.aws.node;

import org.jspecify.annotations.NullMarked;
