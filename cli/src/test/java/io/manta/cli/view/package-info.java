@NullMarked
package io.manta.cli.view;

import org.jspecify.annotations.NullMarked;
