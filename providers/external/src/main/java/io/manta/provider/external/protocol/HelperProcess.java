package io.manta.provider.external.protocol;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/** One life of a helper: requests go in, answers come out in any order. When it ends, every open request fails. */
final class HelperProcess {
    /** The helper ended, or its pipe broke, before it answered. */
    static final class Ended extends IOException {
        private static final long serialVersionUID = 1L;

        Ended(String how) {
            super(how);
        }
    }

    private record Open(CompletableFuture<Map<String, Object>> answer, Consumer<Map<String, Object>> notes) {}

    private final Process process;
    private final BufferedWriter input;
    private final HelperLog log;
    private final Map<Long, Open> open = new ConcurrentHashMap<>();
    private final AtomicLong ids = new AtomicLong();
    private final Thread reader;
    private volatile long lastWord = System.nanoTime();

    private HelperProcess(Process process, HelperLog log) {
        this.process = process;
        this.input = process.outputWriter(StandardCharsets.UTF_8);
        this.log = log;
        this.reader = Thread.ofVirtual().unstarted(this::readAll);
    }

    static HelperProcess start(List<String> command, Map<String, String> environment, HelperLog log)
            throws IOException {
        var builder = new ProcessBuilder(command);
        builder.environment().putAll(environment);
        var helper = new HelperProcess(builder.start(), log);
        helper.reader.start();
        Thread.ofVirtual().start(helper::readLog);
        return helper;
    }

    /** The answer's whole object, with {@code result} or {@code error} in it. */
    CompletableFuture<Map<String, Object>> send(
            String method, Map<String, Object> params, long deadlineSeconds, Consumer<Map<String, Object>> notes) {
        long id = ids.incrementAndGet();
        var answer = new CompletableFuture<Map<String, Object>>();
        open.put(id, new Open(answer, notes));
        try {
            write(JSON.std.asString(
                    Map.of("id", id, "method", method, "deadline_seconds", deadlineSeconds, "params", params)));
        } catch (IOException e) {
            open.remove(id);
            answer.completeExceptionally(new Ended(how()));
        }
        if (!reader.isAlive()) {
            failAll();
        }
        return answer.whenComplete((_, _) -> open.remove(id));
    }

    private synchronized void write(String line) throws IOException {
        input.write(line);
        input.newLine();
        input.flush();
    }

    private void readAll() {
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                take(line);
            }
        } catch (IOException e) {
            log.line("cannot read from the helper: " + e.getMessage());
        } finally {
            failAll();
        }
    }

    private void failAll() {
        open.values().forEach(request -> request.answer().completeExceptionally(new Ended(how())));
    }

    private void take(String line) {
        Map<String, Object> message;
        try {
            message = JSON.std.mapFrom(line);
        } catch (IOException e) {
            log.line("not JSON on standard output: " + line);
            return;
        }
        Open request = message.get("id") instanceof Number id ? open.get(id.longValue()) : null;
        if (request == null) {
            log.line("answer to nothing that is open: " + line);
            return;
        }
        lastWord = System.nanoTime();
        if (message.containsKey("result") || message.containsKey("error")) {
            request.answer().complete(message);
        } else {
            request.notes().accept(message);
        }
    }

    private void readLog() {
        try (BufferedReader lines = process.errorReader(StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                log.line(line);
            }
        } catch (IOException e) {
            // Its end is told by its output.
            return;
        }
    }

    boolean isAlive() {
        return process.isAlive() && reader.isAlive();
    }

    long pid() {
        return process.pid();
    }

    /** Whether it has said nothing at all since then. */
    boolean silentSince(long nanos) {
        return lastWord - nanos < 0;
    }

    private String how() {
        try {
            return process.waitFor(1, TimeUnit.SECONDS)
                    ? "ended with exit code " + process.exitValue()
                    : "closed its standard output";
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "ended";
        }
    }

    /** Asks by closing its input, then insists. */
    void end(long graceMillis) {
        try {
            input.close();
        } catch (IOException e) {
            log.line("already ended");
        }
        try {
            if (graceMillis > 0 && process.waitFor(graceMillis, TimeUnit.MILLISECONDS)) {
                return;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }
}
