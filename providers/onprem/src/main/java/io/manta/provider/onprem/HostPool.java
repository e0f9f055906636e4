package io.manta.provider.onprem;

import io.manta.spi.model.Problem;
import io.manta.spi.remote.CommandRunner;
import io.manta.spi.remote.RemoteException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;

/** Asks all hosts at once, and waits for none of them longer than a limit. */
final class HostPool {
    private static final Duration CHANGING = Duration.ofMillis(200);

    private final List<Host> hosts;
    private final Function<Host, CommandRunner> shells;
    private final Duration patience;
    private final Duration freshness;
    private final Clock clock;
    private final Map<Host, Answer> last = new ConcurrentHashMap<>();

    /**
     * @param patience how long an answer is waited for
     * @param freshness how old an answer may be that is used again
     */
    HostPool(
            List<Host> hosts,
            Function<Host, CommandRunner> shells,
            Duration patience,
            Duration freshness,
            Clock clock) {
        this.hosts = hosts;
        this.shells = shells;
        this.patience = patience;
        this.freshness = freshness;
        this.clock = clock;
    }

    /** What a host said, or why it said nothing. */
    record Answer(Instant at, Optional<HostLook> look, Optional<Problem> problem, boolean mayPass) {}

    /** One question to one host. */
    interface Question {
        HostLook ask(CommandRunner shell, Host host) throws RemoteException, InterruptedException;
    }

    List<Host> hosts() {
        return hosts;
    }

    Host host(String name) {
        return hosts.stream()
                .filter(host -> host.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no host " + name));
    }

    /** Answers of all hosts, from memory where they are fresh. */
    Map<Host, Answer> looks(Question question) throws InterruptedException {
        return looks(hosts, question);
    }

    Map<Host, Answer> looks(Collection<Host> some, Question question) throws InterruptedException {
        Instant now = clock.instant();
        var stale = some.stream()
                .filter(host -> {
                    Answer answer = last.get(host);
                    return answer == null || !answer.at().isAfter(now.minus(lasts(answer)));
                })
                .toList();
        last.putAll(ask(stale, question));
        var all = new LinkedHashMap<Host, Answer>();
        some.forEach(host -> {
            Answer answer = last.get(host);
            if (answer != null) {
                all.put(host, answer);
            }
        });
        return all;
    }

    // A host changes by itself only while its node is being ended.
    private Duration lasts(Answer answer) {
        boolean changing = answer.look().flatMap(HostLook::ending).isPresent();
        return changing && CHANGING.compareTo(freshness) < 0 ? CHANGING : freshness;
    }

    /** A host that has just told whose it is need not be looked at again. */
    void note(Map<Host, Answer> answers) {
        answers.forEach((host, answer) -> {
            if (answer.look().flatMap(HostLook::claim).isPresent()) {
                last.put(host, answer);
            }
        });
    }

    /** Makes the next look at this host a real one. */
    void forget(Host host) {
        last.remove(host);
    }

    Map<Host, Answer> ask(Collection<Host> some, Question question) throws InterruptedException {
        var futures = new LinkedHashMap<Host, CompletableFuture<Answer>>();
        // Not closed: that would wait for those who never answer.
        var threads = Executors.newVirtualThreadPerTaskExecutor();
        try {
            for (Host host : some) {
                futures.put(host, CompletableFuture.supplyAsync(() -> askOne(host, question), threads));
            }
            long deadline = System.nanoTime() + patience.toNanos();
            var answers = new LinkedHashMap<Host, Answer>();
            for (var entry : futures.entrySet()) {
                answers.put(entry.getKey(), await(entry.getKey(), entry.getValue(), deadline));
            }
            return answers;
        } finally {
            threads.shutdownNow();
        }
    }

    private Answer askOne(Host host, Question question) {
        try {
            return new Answer(
                    clock.instant(), Optional.of(question.ask(shells.apply(host), host)), Optional.empty(), false);
        } catch (RemoteException e) {
            return new Answer(
                    clock.instant(),
                    Optional.empty(),
                    Optional.of(OnPremProblems.unreachable(host.name(), e.problem())),
                    e.mayPass());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return silent(host);
        }
    }

    private Answer await(Host host, CompletableFuture<Answer> future, long deadline) throws InterruptedException {
        try {
            return future.get(Math.max(1, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            return silent(host);
        } catch (ExecutionException e) {
            throw new IllegalStateException("asking " + host.name(), e.getCause());
        }
    }

    private Answer silent(Host host) {
        return new Answer(
                clock.instant(), Optional.empty(), Optional.of(OnPremProblems.silent(host.name(), patience)), true);
    }
}
