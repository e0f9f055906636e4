package io.manta.controller.flow;

import io.manta.spi.provider.Holding;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * How {@code down} ended.
 *
 * @param ended how many machines
 * @param left machines that did not end, with what is known of each
 * @param kept what the cluster still has at its provider, asked after everything was done; its key and record stay, too
 * @param running machines that go on, because only workers were to end
 * @param logs where the logs were kept, when the machines are gone
 */
public record DownResult(int ended, List<String> left, List<Holding> kept, int running, Optional<Path> logs) {}
