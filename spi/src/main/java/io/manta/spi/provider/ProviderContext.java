package io.manta.spi.provider;

import io.manta.spi.model.ClusterConfig;
import io.manta.spi.remote.CommandRunner;
import java.nio.file.Path;
import java.util.function.Function;

/**
 * What a provider is given to work with.
 *
 * @param state this cluster's own directory for the provider; it travels to the head with the daemon and ends with the cluster
 * @param runtime a directory all clusters share, for what is made once and used again
 * @param ssh opens a runner for a host with an SSH server
 * @param onHead whether this process runs on the cluster's head and sees its machines from inside
 */
public record ProviderContext(
        ClusterConfig config, Path state, Path runtime, Function<Reach.Ssh, CommandRunner> ssh, boolean onHead) {}
