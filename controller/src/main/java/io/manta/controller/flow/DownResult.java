package io.manta.controller.flow;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * How {@code down} ended.
 *
 * @param ended how many machines
 * @param left machines that would not end, with what is known of each
 * @param logs where the logs were kept, when everything is gone
 */
public record DownResult(int ended, List<String> left, Optional<Path> logs) {}
