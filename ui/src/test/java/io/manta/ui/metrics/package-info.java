@NullMarked
package io.manta.ui.metrics;

import org.jspecify.annotations.NullMarked;
