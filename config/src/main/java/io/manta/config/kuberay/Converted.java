package io.manta.config.kuberay;

import io.manta.spi.model.Problem;
import java.util.List;
import java.util.Optional;

/**
 * What became of a file.
 *
 * @param text YAML; present exactly when no problem is an error
 * @param problems all of them, in the order of the text that was read
 */
public record Converted(Optional<String> text, List<Problem> problems) {}
