/**
 * What Manta knows, as text: the status block that users of Ray know, tables of nodes and clusters, lines of the event log.
 * Pure: values in, strings out. Start with {@link io.manta.cli.view.StatusView}.
 */
@NullMarked
package io.manta.cli.view;

import org.jspecify.annotations.NullMarked;
