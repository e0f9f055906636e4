/** Who may do what: the key that opens the nodes, the head's role, and the policies for head and user. */
@NullMarked
package io.manta.provider.aws.access;

import org.jspecify.annotations.NullMarked;
