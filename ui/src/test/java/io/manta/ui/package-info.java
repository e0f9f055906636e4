@NullMarked
package io.manta.ui;

import org.jspecify.annotations.NullMarked;
