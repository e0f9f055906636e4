package io.manta.cli.training;

import io.manta.provider.onprem.OnPremNodeProvider;
import io.manta.spi.remote.Command;
import io.manta.spi.remote.CommandResult;
import io.manta.spi.remote.CommandRunner;
import io.manta.spi.remote.FileTransfer;
import io.manta.spi.remote.OutputSink;
import io.manta.spi.remote.PortForward;
import io.manta.spi.remote.RemoteException;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Takes a directory for a host: scripts run in this machine's shell, with the directory as their home and place of claims. */
final class PretendHost implements CommandRunner {
    private final Path root;

    PretendHost(Path root) throws IOException {
        this.root = root;
        Path java = Files.createDirectories(root.resolve("bin")).resolve("java");
        // Enough to be taken for a Java that need not be brought.
        Files.writeString(java, "#!/bin/sh\necho 'version \"25\"' >&2\n");
        if (!java.toFile().setExecutable(true)) {
            throw new IOException("cannot make " + java + " executable");
        }
    }

    @Override
    public CommandResult run(Command command, OutputSink output) throws InterruptedException {
        return feed(command, "/dev/null", output);
    }

    @Override
    public CommandResult feed(Command command, String local, OutputSink output) throws InterruptedException {
        String script = command.script()
                .replace(OnPremNodeProvider.CLAIMS, root.resolve("claims").toString());
        var builder =
                new ProcessBuilder("sh", "-c", script).redirectErrorStream(true).redirectInput(new File(local));
        builder.environment().put("HOME", root.toString());
        builder.environment().merge("PATH", root.resolve("bin") + ":", (old, bin) -> bin + old);
        try {
            Process process = builder.start();
            process.inputReader().lines().forEach(output::line);
            return new CommandResult(process.waitFor());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public CommandResult interactive(Command command, List<PortForward> forwards) throws InterruptedException {
        return run(command, OutputSink.NOWHERE);
    }

    /** Makes the place, as an empty one. */
    @Override
    public void upload(FileTransfer transfer, OutputSink output) throws RemoteException {
        try {
            Files.createDirectories(Path.of(transfer.remote().replace("~", root.toString())));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void download(FileTransfer transfer, OutputSink output) {}

    @Override
    public String shellHint() {
        return "";
    }
}
