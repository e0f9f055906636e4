/**
 * Nodes that are reached by a program of the user's own choice, such as {@code docker exec} or {@code kubectl exec}. Start
 * with {@link io.manta.remote.template.TemplateCommandRunner}.
 */
@NullMarked
package io.manta.remote.template;

import org.jspecify.annotations.NullMarked;
