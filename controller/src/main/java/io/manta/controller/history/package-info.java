/**
 * A cluster's past: samples in a bounded ring on disk, what was spent, and when nodes had nothing to do. Start with
 * {@link io.manta.controller.history.History}.
 */
@NullMarked
package io.manta.controller.history;

import org.jspecify.annotations.NullMarked;
