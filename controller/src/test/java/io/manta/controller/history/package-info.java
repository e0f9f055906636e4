@NullMarked
package io.manta.controller.history;

import org.jspecify.annotations.NullMarked;
