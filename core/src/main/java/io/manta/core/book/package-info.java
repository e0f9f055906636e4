/**
 * What each node is, derived anew in every round from what was seen. Start with {@link io.manta.core.book.NodeBook}.
 */
@NullMarked
package io.manta.core.book;

import org.jspecify.annotations.NullMarked;
