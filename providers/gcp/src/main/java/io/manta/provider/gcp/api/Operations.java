package io.manta.provider.gcp.api;

import io.manta.provider.common.Pause;
import io.manta.spi.provider.ProviderException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;

/** Work that Google does after it has answered. It is waited for by calls that return when it is done. */
public final class Operations {
    private static final Duration PATIENCE = Duration.ofMinutes(15);
    private static final Duration FIRST_PAUSE = Duration.ofMillis(200);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);

    private final Rest rest;
    private final Clock clock;

    public Operations(Rest rest, Clock clock) {
        this.rest = rest;
        this.clock = clock;
    }

    /** The operation when it is done, well or not. One that is forgotten was done long ago. */
    public Doc done(String doing, Doc operation) throws ProviderException, InterruptedException {
        Instant deadline = clock.instant().plus(PATIENCE);
        Doc now = operation;
        // Under load Google returns at once, whether it is done or not.
        var pause = new Pause(FIRST_PAUSE, LONGEST_PAUSE);
        while (!now.text("status").equals("DONE") && clock.instant().isBefore(deadline)) {
            String link = operation.text("selfLink");
            String path = link.substring(Math.max(0, link.indexOf("projects/")));
            Reply reply = rest.ask(doing, Request.post(Service.COMPUTE, path + "/wait"), Set.of(404));
            if (reply.isMissing()) {
                return now;
            }
            now = reply.body();
            if (!now.text("status").equals("DONE")) {
                pause.await();
            }
        }
        return now;
    }

    /** Waits, and says in our words what went wrong. */
    public Doc succeed(String doing, Doc operation) throws ProviderException, InterruptedException {
        Doc end = done(doing, operation);
        if (end.has("error")) {
            throw GcpErrors.failed(doing, end);
        }
        return end;
    }
}
