package io.manta.controller.head;

import io.manta.spi.remote.Command;
import io.manta.spi.remote.CommandResult;
import io.manta.spi.remote.CommandRunner;
import io.manta.spi.remote.FileTransfer;
import io.manta.spi.remote.OutputSink;
import io.manta.spi.remote.PortForward;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A head that is a directory: scripts run here, with the directory as their home and few programs. */
final class DirectoryHead implements CommandRunner {
    private static final List<String> PROGRAMS = List.of(
            "sh", "tar", "gzip", "ls", "wc", "zstd", "cat", "cut", "chmod", "find", "grep", "mkdir", "mv", "rm", "sed",
            "sort", "tail", "uname", "base64");

    final Path home;
    final Path programs;
    final List<String> inputs = new ArrayList<>();

    DirectoryHead(Path directory) throws IOException {
        this.home = Files.createDirectories(directory.resolve("home"));
        this.programs = Files.createDirectories(directory.resolve("bin"));
        for (String name : PROGRAMS) {
            for (String place : List.of("/bin/", "/usr/bin/")) {
                if (Files.exists(Path.of(place + name)) && !Files.exists(programs.resolve(name))) {
                    Path program =
                            Files.writeString(programs.resolve(name), "#!/bin/sh\nexec " + place + name + " \"$@\"\n");
                    if (!program.toFile().setExecutable(true)) {
                        throw new IOException("cannot make " + program + " executable");
                    }
                }
            }
        }
    }

    void without(String program) throws IOException {
        Files.delete(programs.resolve(program));
    }

    Path runtime() {
        return home.resolve(".manta/runtime");
    }

    @Override
    public CommandResult run(Command command, OutputSink output) throws InterruptedException {
        return start(command, "/dev/null", output);
    }

    @Override
    public CommandResult feed(Command command, String local, OutputSink output) throws InterruptedException {
        inputs.add(local);
        return start(command, local, output);
    }

    private CommandResult start(Command command, String input, OutputSink output) throws InterruptedException {
        var builder = new ProcessBuilder("/bin/sh", "-c", command.script())
                .redirectErrorStream(true)
                .redirectInput(new File(input));
        builder.environment().put("HOME", home.toString());
        builder.environment().put("PATH", programs.toString());
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

    @Override
    public void upload(FileTransfer transfer, OutputSink output) {
        throw new AssertionError("what goes to a head goes as a stream");
    }

    @Override
    public void download(FileTransfer transfer, OutputSink output) {}

    @Override
    public String shellHint() {
        return "";
    }
}
