package io.manta.provider.gcp.tpu;

import io.manta.spi.remote.Command;
import io.manta.spi.remote.CommandResult;
import io.manta.spi.remote.CommandRunner;
import io.manta.spi.remote.FileTransfer;
import io.manta.spi.remote.OutputSink;
import io.manta.spi.remote.PortForward;
import io.manta.spi.remote.RemoteException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * All hosts of a pod at once: every command and file goes to each of them. The first one is where people look, and the only one
 * with the resource by which Ray finds whole pods.
 */
public final class PodRunner implements CommandRunner {
    private static final String RESOURCES = "RAY_OVERRIDE_RESOURCES";

    private final List<CommandRunner> hosts;

    public PodRunner(List<CommandRunner> hosts) {
        this.hosts = List.copyOf(hosts);
    }

    private interface Work<T> {
        T on(CommandRunner host, int number) throws RemoteException, InterruptedException;
    }

    private <T> List<T> everywhere(Work<T> work) throws RemoteException, InterruptedException {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var futures = new ArrayList<Future<T>>();
            for (int i = 0; i < hosts.size(); i++) {
                int number = i;
                futures.add(threads.submit(() -> work.on(hosts.get(number), number)));
            }
            var results = new ArrayList<T>();
            for (Future<T> future : futures) {
                results.add(await(future));
            }
            return results;
        }
    }

    private static <T> T await(Future<T> future) throws RemoteException, InterruptedException {
        try {
            return future.get();
        } catch (ExecutionException e) {
            switch (e.getCause()) {
                case RemoteException failure -> throw failure;
                case InterruptedException interrupted -> throw interrupted;
                case null, default -> throw new IllegalStateException(e);
            }
        }
    }

    @Override
    public CommandResult run(Command command, OutputSink output) throws RemoteException, InterruptedException {
        List<CommandResult> results =
                everywhere((host, number) -> host.run(forHost(command, number), named(output, number)));
        return results.stream()
                .filter(result -> !result.succeeded())
                .findFirst()
                .orElse(results.getFirst());
    }

    /** Only the first host counts as the pod's head. */
    private static Command forHost(Command command, int number) {
        String resources = command.environment().get(RESOURCES);
        if (number == 0 || resources == null) {
            return command;
        }
        var environment = new HashMap<>(command.environment());
        environment.put(
                RESOURCES,
                resources
                        .replaceAll("\"TPU-[^\"]*-head\"\\s*:\\s*[0-9.]+\\s*,?", "")
                        .replaceAll(",\\s*}", "}"));
        return command.withEnvironment(environment);
    }

    private static OutputSink named(OutputSink output, int number) {
        return number == 0 ? output : line -> output.line("host " + number + ": " + line);
    }

    @Override
    public CommandResult interactive(Command command, List<PortForward> forwards)
            throws RemoteException, InterruptedException {
        return hosts.getFirst().interactive(command, forwards);
    }

    @Override
    public void upload(FileTransfer transfer, OutputSink output) throws RemoteException, InterruptedException {
        everywhere((host, number) -> {
            host.upload(transfer, named(output, number));
            return number;
        });
    }

    @Override
    public void download(FileTransfer transfer, OutputSink output) throws RemoteException, InterruptedException {
        hosts.getFirst().download(transfer, output);
    }

    @Override
    public String shellHint() {
        return hosts.getFirst().shellHint();
    }

    @Override
    public void close() {
        hosts.forEach(CommandRunner::close);
    }
}
