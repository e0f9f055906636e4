package io.manta.bench;

import io.manta.spi.remote.Command;
import io.manta.spi.remote.CommandResult;
import io.manta.spi.remote.CommandRunner;
import io.manta.spi.remote.FileTransfer;
import io.manta.spi.remote.OutputSink;
import io.manta.spi.remote.PortForward;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** An on-prem host that is only memory: answers as the provider's script on a host would, and takes its time for it. */
final class PatientHost implements CommandRunner {
    private final Duration latency;
    private final AtomicInteger commands = new AtomicInteger();
    private final List<String> claim = new ArrayList<>();

    PatientHost(Duration latency) {
        this.latency = latency;
    }

    int commands() {
        return commands.get();
    }

    @Override
    public CommandResult run(Command command, OutputSink output) throws InterruptedException {
        commands.incrementAndGet();
        Thread.sleep(latency);
        String script = command.script();
        String[] words = script.substring(script.lastIndexOf('\n') + 1).split(" ", -1);
        synchronized (this) {
            if (words.length == 4 && (words[0].equals("claim") || words[0].equals("tag"))) {
                String lines = new String(Base64.getDecoder().decode(words[3]), StandardCharsets.UTF_8);
                claim.addAll(lines.lines().toList());
                output.line("manta:claimed");
            }
            tell(output);
        }
        return new CommandResult(0);
    }

    private void tell(OutputSink output) {
        output.line("manta:now " + System.currentTimeMillis() / 1000);
        if (!claim.isEmpty()) {
            output.line("manta:claim " + value("cluster") + " " + value("node") + " " + value("created"));
            claim.stream()
                    .filter(line -> line.startsWith("tag\t"))
                    .forEach(line -> output.line("manta:tag " + line.substring(4)));
        }
    }

    private String value(String name) {
        return claim.stream()
                .filter(line -> line.startsWith(name + "\t"))
                .map(line -> line.substring(name.length() + 1))
                .findFirst()
                .orElse("");
    }

    @Override
    public CommandResult interactive(Command command, List<PortForward> forwards) throws InterruptedException {
        return run(command, OutputSink.NOWHERE);
    }

    @Override
    public void upload(FileTransfer transfer, OutputSink output) throws InterruptedException {
        Thread.sleep(latency);
    }

    @Override
    public void download(FileTransfer transfer, OutputSink output) throws InterruptedException {
        Thread.sleep(latency);
    }

    @Override
    public String shellHint() {
        return "";
    }
}
