package io.manta.remote.ssh;

import io.manta.remote.shell.ShellText;
import io.manta.spi.remote.FileTransfer;
import io.manta.spi.remote.IgnoreRules;
import io.manta.spi.remote.OutputSink;
import io.manta.spi.remote.RemoteException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Copies by tar over the shared connection: asks the host what it has, and sends only what differs in size, time or mode. */
public final class TarCopy {
    private final ShellChannel channel;

    public TarCopy(ShellChannel channel) {
        this.channel = channel;
    }

    public void upload(FileTransfer transfer, OutputSink output)
            throws IOException, RemoteException, InterruptedException {
        Path local = LocalPath.of(transfer.local());
        RemotePath remote = RemotePath.of(transfer.remote());
        if (!Files.isDirectory(local)) {
            uploadFile(local, remote);
        } else if (transfer.local().endsWith("/")) {
            uploadTree(local, remote.path(), transfer, output);
        } else {
            uploadTree(local, remote.path() + "/" + local.getFileName(), transfer, output);
        }
    }

    private void uploadFile(Path local, RemotePath remote) throws IOException, RemoteException, InterruptedException {
        // Written beside its name and then renamed: nobody ever sees half a file, not even when the way is lost.
        long size = Files.size(local);
        String script = "set -e; mkdir -p -- " + ShellText.quote(remote.parent()) + "; to="
                + ShellText.quote(remote.path()) + "; [ ! -d \"$to\" ] || to=$to/"
                + ShellText.quote(local.getFileName().toString())
                + "; (umask 077; cat >\"$to.manta-part\"); [ \"$(wc -c <\"$to.manta-part\")\" -eq " + size
                + " ]; chmod "
                + LocalTree.mode(Files.getPosixFilePermissions(local))
                + " \"$to.manta-part\"; mv -f -- \"$to.manta-part\" \"$to\"";
        run(errors -> {
            Process far = remote(script, true, errors);
            return new Piped(Files.newInputStream(local), far.getOutputStream(), List.of(far));
        });
    }

    private void uploadTree(Path root, String target, FileTransfer transfer, OutputSink output)
            throws IOException, RemoteException, InterruptedException {
        LocalTree tree = LocalTree.read(root, IgnoreRules.of(transfer.excludes()), transfer.filters());
        Set<String> there = listing(target);
        List<String> changed = tree.entries().stream()
                .filter(entry -> !there.contains(line(entry)))
                .map(entry -> "./" + entry.path())
                .toList();
        if (changed.isEmpty()) {
            return;
        }
        Path list = Files.createTempFile("manta-files", ".list");
        try {
            Files.writeString(list, String.join("\0", changed) + "\0");
            String script = "mkdir -p -- " + ShellText.quote(target) + " && tar -C " + ShellText.quote(target)
                    + " -xpf - --no-same-owner";
            run(errors -> Piped.of(
                    ShellChannel.program(
                            List.of(
                                    "tar",
                                    "-C",
                                    root.toString(),
                                    "--no-recursion",
                                    "--null",
                                    "-T",
                                    list.toString(),
                                    "-cf",
                                    "-"),
                            false,
                            errors),
                    remote(script, true, errors)));
            output.line(changed.size() + " of " + tree.entries().size() + " files and directories copied");
        } finally {
            Files.delete(list);
        }
    }

    // A host whose find cannot print this way gets everything.
    private Set<String> listing(String target) throws IOException, RemoteException, InterruptedException {
        String script = "cd " + ShellText.quote(target)
                + " 2>/dev/null && find . -type f -printf 'f %s %T@ %m %P\\0' -o -type d -printf 'd - - %m %P\\0' 2>/dev/null";
        Process process = remote(script, false, Optional.empty());
        byte[] printed = process.getInputStream().readAllBytes();
        Processes.await(process);
        var lines = new HashSet<String>();
        for (String line : new String(printed, StandardCharsets.UTF_8).split("\0", -1)) {
            lines.add(line.replaceFirst("^(f \\d+ \\d+)\\.\\d+ ", "$1 "));
        }
        return lines;
    }

    private static String line(LocalTree.Entry entry) {
        return switch (entry.kind()) {
            case FILE -> "f " + entry.size() + " " + entry.modified() + " " + entry.mode() + " " + entry.path();
            case DIRECTORY -> "d - - " + entry.mode() + " " + entry.path();
            case LINK -> "l " + entry.path();
        };
    }

    public void download(FileTransfer transfer, OutputSink output)
            throws IOException, RemoteException, InterruptedException {
        RemotePath remote = RemotePath.of(transfer.remote());
        Path local = LocalPath.of(transfer.local()).toAbsolutePath();
        boolean contents = remote.directory();
        boolean into = contents || transfer.local().endsWith("/") || Files.isDirectory(local);
        Path directory = into ? local : Files.createTempDirectory(existingParent(local), ".manta-part");
        try {
            Files.createDirectories(directory);
            var words = new ArrayList<>(List.of("tar", "-cf", "-"));
            transfer.excludes().forEach(pattern -> words.add("--exclude=" + pattern));
            words.add(contents ? "." : "./" + remote.name());
            String script = "cd " + ShellText.quote(contents ? remote.path() : remote.parent()) + " && "
                    + ShellText.join(words);
            run(errors -> Piped.of(
                    remote(script, false, errors),
                    ShellChannel.program(
                            List.of("tar", "-C", directory.toString(), "-xpf", "-", "--no-same-owner"), true, errors)));
            if (!into) {
                Path copied = directory.resolve(remote.name());
                Path target = Files.isDirectory(copied)
                        ? Files.createDirectories(local).resolve(remote.name())
                        : local;
                Files.move(copied, target, StandardCopyOption.REPLACE_EXISTING);
            }
        } finally {
            if (!into) {
                Files.deleteIfExists(directory);
            }
        }
        output.line("copied " + transfer.remote());
    }

    private static Path existingParent(Path file) throws IOException {
        Path parent = file.getParent();
        return parent == null ? Path.of("/") : Files.createDirectories(parent);
    }

    private Process remote(String script, boolean input, Optional<Path> errors)
            throws IOException, RemoteException, InterruptedException {
        return channel.start("sh -c " + ShellText.quote(script), input, errors);
    }

    /** Starts both sides of a copy. */
    private interface Starting {
        Piped start(Optional<Path> errors) throws IOException, RemoteException, InterruptedException;
    }

    private record Piped(InputStream from, OutputStream to, List<Process> processes) {
        static Piped of(Process from, Process to) {
            return new Piped(from.getInputStream(), to.getOutputStream(), List.of(from, to));
        }

        void pass() {
            try (from;
                    to) {
                from.transferTo(to);
            } catch (IOException e) {
                // One side has ended: its exit code and its words say why.
                return;
            }
        }
    }

    private void run(Starting starting) throws IOException, RemoteException, InterruptedException {
        Path printed = Files.createTempFile("manta-tar", ".log");
        try {
            Piped piped = starting.start(Optional.of(printed));
            Thread pump = Thread.ofVirtual().start(piped::pass);
            int worst = 0;
            try {
                for (Process process : piped.processes()) {
                    worst = Math.max(worst, Processes.await(process));
                }
                pump.join();
            } finally {
                piped.processes().forEach(Process::destroyForcibly);
            }
            if (worst != 0) {
                throw failure(worst, Processes.read(printed));
            }
        } finally {
            Files.delete(printed);
        }
    }

    private RemoteException failure(int exitCode, String printed) {
        if (channel.isLost(exitCode)) {
            return channel.lost();
        }
        return CopyFailure.read(printed, channel.name(), "tar ended with exit code " + exitCode);
    }
}
