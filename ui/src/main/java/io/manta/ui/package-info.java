/**
 * The window: a page over a cluster's directory, served to this machine only, and the same page as one file. It knows files
 * and lines, not clusters: what is in them is described by the schemas in docs. Start with {@link io.manta.ui.UiServer}.
 */
@NullMarked
package io.manta.ui;

import org.jspecify.annotations.NullMarked;
