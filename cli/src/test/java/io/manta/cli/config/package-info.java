/** Tests of the verbs about cluster files, run in this process. */
@NullMarked
package io.manta.cli.config;

import org.jspecify.annotations.NullMarked;
