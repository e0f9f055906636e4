/**
 * Providers in jars: found, checked against the version of what they were written for, and loaded apart from everything of
 * ours but that. Start with {@link io.manta.provider.external.plugin.Plugins}.
 */
@NullMarked
package io.manta.provider.external.plugin;

import org.jspecify.annotations.NullMarked;
