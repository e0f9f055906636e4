package io.manta.provider.onprem;

import io.manta.spi.provider.Reach;
import io.manta.spi.remote.Command;
import io.manta.spi.remote.CommandResult;
import io.manta.spi.remote.CommandRunner;
import io.manta.spi.remote.FileTransfer;
import io.manta.spi.remote.OutputSink;
import io.manta.spi.remote.PortForward;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Hosts that are directories on this machine: the real script in a real shell, without processes of others in reach. */
final class DirectoryHosts {
    private final Path root;

    DirectoryHosts(Path root) {
        this.root = root;
    }

    Path home(String host) {
        Path home = root.resolve(host);
        try {
            Files.createDirectories(home.resolve("proc"));
            return home;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Path claims(String host) {
        return home(host).resolve("claims");
    }

    CommandRunner shell(Reach.Ssh reach) {
        return new Shell(home(reach.address()));
    }

    private record Shell(Path home) implements CommandRunner {
        @Override
        public CommandResult run(Command command, OutputSink output) throws InterruptedException {
            try {
                var builder = new ProcessBuilder("sh", "-c", command.script())
                        .directory(home.toFile())
                        .redirectErrorStream(true);
                builder.environment().put("HOME", home.toString());
                Process process = builder.start();
                process.getOutputStream().close();
                new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                        .lines()
                        .forEach(output::line);
                return new CommandResult(process.waitFor());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public CommandResult interactive(Command command, List<PortForward> forwards) {
            throw new IllegalStateException("not used");
        }

        @Override
        public void upload(FileTransfer transfer, OutputSink output) {
            throw new IllegalStateException("not used");
        }

        @Override
        public void download(FileTransfer transfer, OutputSink output) {
            throw new IllegalStateException("not used");
        }

        @Override
        public String shellHint() {
            return "";
        }
    }
}
