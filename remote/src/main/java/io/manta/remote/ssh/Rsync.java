package io.manta.remote.ssh;

import io.manta.remote.shell.ShellText;
import io.manta.spi.model.Problem;
import io.manta.spi.remote.FileTransfer;
import io.manta.spi.remote.OutputSink;
import io.manta.spi.remote.RemoteException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** Copies by rsync over the shared connection. */
final class Rsync {
    private static final int VANISHED = 24;
    private static final int KEPT_LINES = 5;

    private final SshConnection connection;

    Rsync(SshConnection connection) {
        this.connection = connection;
    }

    /** There is no rsync on the host. */
    static final class NotThere extends RemoteException {
        private static final long serialVersionUID = 1L;

        NotThere() {
            super(Problem.warning("FILES-NO-RSYNC", "there is no rsync on the host", "", ""), false);
        }
    }

    static boolean isHere() {
        String path = System.getenv("PATH");
        return path != null
                && List.of(path.split(":")).stream().anyMatch(dir -> Files.isExecutable(Path.of(dir, "rsync")));
    }

    void upload(FileTransfer transfer, OutputSink output) throws IOException, RemoteException, InterruptedException {
        run(uploadWords(connection.arguments(), transfer), output);
    }

    void download(FileTransfer transfer, OutputSink output) throws IOException, RemoteException, InterruptedException {
        Path parent = LocalPath.of(transfer.local()).toAbsolutePath().getParent();
        if (parent != null) {
            Files.createDirectories(parent);
        }
        run(downloadWords(connection.arguments(), transfer), output);
    }

    static List<String> uploadWords(SshArguments arguments, FileTransfer transfer) {
        RemotePath remote = RemotePath.of(transfer.remote());
        var words = common(arguments, transfer);
        if (!remote.parent().equals(".") && !remote.parent().equals("/")) {
            words.add("--rsync-path=mkdir -p " + ShellText.quote(remote.parent()) + " && rsync");
        }
        words.add(LocalPath.expand(transfer.local()));
        words.add(arguments.target() + ":" + remote);
        return words;
    }

    static List<String> downloadWords(SshArguments arguments, FileTransfer transfer) {
        var words = common(arguments, transfer);
        words.add(arguments.target() + ":" + RemotePath.of(transfer.remote()));
        words.add(LocalPath.expand(transfer.local()));
        return words;
    }

    private static List<String> common(SshArguments arguments, FileTransfer transfer) {
        var words = new ArrayList<String>();
        words.addAll(List.of("rsync", "-az", "--rsh=" + arguments.remoteShell()));
        transfer.excludes().forEach(pattern -> words.add("--exclude=" + pattern));
        transfer.filters().forEach(file -> words.add("--filter=dir-merge,- " + file));
        String remote = RemotePath.of(transfer.remote()).toString();
        if (!ShellText.quote(remote).equals(remote)) {
            words.add("--protect-args");
        }
        return words;
    }

    private void run(List<String> words, OutputSink output) throws IOException, RemoteException, InterruptedException {
        Process process = new ProcessBuilder(words)
                .redirectInput(Processes.NOTHING)
                .redirectErrorStream(true)
                .start();
        Deque<String> last = new ArrayDeque<>();
        Thread reader = Processes.pump(process.getInputStream(), line -> {
            output.line(line);
            last.add(line);
            if (last.size() > KEPT_LINES) {
                last.remove();
            }
            return true;
        });
        int exitCode = Processes.await(process);
        reader.join();
        if (exitCode != 0 && exitCode != VANISHED) {
            throw failure(exitCode, String.join("\n", last));
        }
    }

    private RemoteException failure(int exitCode, String printed) {
        String host = connection.arguments().reach().address();
        if (printed.contains("rsync: command not found")
                || printed.contains("rsync: not found")
                || printed.contains("Unknown command: rsync")) {
            return new NotThere();
        }
        if (exitCode == SshFailure.EXIT_CODE || !connection.isOpen()) {
            return SshFailure.lost(host);
        }
        return CopyFailure.read(printed, host, "rsync ended with exit code " + exitCode);
    }
}
