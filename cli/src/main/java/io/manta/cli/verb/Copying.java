package io.manta.cli.verb;

import io.manta.cli.Call;
import io.manta.cli.ExitCode;
import io.manta.cli.wire.HeadAccess;
import io.manta.controller.head.SideBySide;
import io.manta.spi.model.FileSettings;
import io.manta.spi.model.Machine;
import io.manta.spi.model.ProblemException;
import io.manta.spi.remote.CommandRunner;
import io.manta.spi.remote.FileTransfer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;

/** What both directions of rsync share: which files, which nodes. */
final class Copying {
    /** Which way. */
    enum Direction {
        TO_NODES,
        FROM_HEAD
    }

    private Copying() {}

    static int run(Call call, Direction direction, boolean allNodes)
            throws ProblemException, IOException, InterruptedException {
        if (call.parameter("SOURCE").isPresent() != call.parameter("TARGET").isPresent()) {
            throw call.usage("give both SOURCE and TARGET, or neither to copy the file_mounts");
        }
        try (HeadAccess access = HeadAccess.ready(call)) {
            List<FileTransfer> transfers =
                    transfers(call, direction, access.cluster().config().files());
            if (transfers.isEmpty()) {
                call.console().say("the cluster has no file_mounts; nothing to copy");
                return ExitCode.OK;
            }
            List<Machine> workers = allNodes ? access.cluster().workers() : List.of();
            var copies = new ArrayList<SideBySide.Task>();
            copies.add(
                    () -> copy(call, direction, apart(transfers, access.head(), direction, allNodes), access.runner()));
            for (Machine worker : workers) {
                copies.add(() -> {
                    try (CommandRunner runner = access.cluster().runner(worker)) {
                        copy(call, direction, apart(transfers, worker, direction, allNodes), runner);
                    }
                });
            }
            SideBySide.run(copies);
            call.console().detail(transfers.size() + " path(s) copied on " + copies.size() + " node(s)");
            return ExitCode.OK;
        }
    }

    /** What comes from several nodes goes to a directory for each. */
    private static List<FileTransfer> apart(
            List<FileTransfer> transfers, Machine node, Direction direction, boolean allNodes) throws IOException {
        if (!allNodes || direction == Direction.TO_NODES) {
            return transfers;
        }
        var own = new ArrayList<FileTransfer>();
        for (FileTransfer transfer : transfers) {
            String directory = transfer.local() + (transfer.local().endsWith("/") ? "" : "/") + node.nodeId() + "/";
            Files.createDirectories(Path.of(directory));
            own.add(new FileTransfer(directory, transfer.remote(), transfer.excludes(), transfer.filters()));
        }
        return own;
    }

    private static void copy(Call call, Direction direction, List<FileTransfer> transfers, CommandRunner runner)
            throws ProblemException, InterruptedException {
        for (FileTransfer transfer : transfers) {
            switch (direction) {
                case TO_NODES -> runner.upload(transfer, call.console()::detail);
                case FROM_HEAD -> runner.download(transfer, call.console()::detail);
            }
        }
    }

    private static List<FileTransfer> transfers(Call call, Direction direction, FileSettings files) {
        var places = new LinkedHashMap<String, String>();
        if (call.parameter("SOURCE").isEmpty()) {
            places.putAll(files.mounts());
        } else {
            String source = call.required("SOURCE");
            String target = call.required("TARGET");
            switch (direction) {
                case TO_NODES -> places.put(target, source);
                case FROM_HEAD -> places.put(source, target);
            }
        }
        return places.entrySet().stream()
                .map(place ->
                        new FileTransfer(place.getValue(), place.getKey(), files.rsyncExclude(), files.rsyncFilter()))
                .map(transfer -> isMountedDirectory(call, transfer) ? transfer.ofDirectory() : transfer)
                .toList();
    }

    // A file mount brings a directory's contents; a path that was typed means what rsync takes it for.
    private static boolean isMountedDirectory(Call call, FileTransfer transfer) {
        return call.parameter("SOURCE").isEmpty() && Files.isDirectory(Path.of(transfer.local()));
    }
}
