package io.manta.provider.localhost;

import io.manta.spi.model.NodeStatus;
import io.manta.spi.model.Tags;
import io.manta.spi.provider.ProviderException;
import java.io.IOException;
import java.util.Collections;
import java.util.Optional;
import java.util.Set;

/** Which ports a head gets: the user's, else Ray's usual ones where they are free, else others. */
final class PortChoice {
    private static final int GCS = 6379;
    private static final int DASHBOARD = 8265;
    private static final int CLIENT = 10001;

    private final LocalhostSettings settings;
    private final ScratchSpace scratch;

    PortChoice(LocalhostSettings settings, ScratchSpace scratch) {
        this.settings = settings;
        this.scratch = scratch;
    }

    /** Reserves them, so that another cluster of this user does not choose the same before this one runs. */
    HeadPorts choose(MachineDirectory head) throws IOException, ProviderException, InterruptedException {
        try (var _ = StateLock.acquire(scratch.lock())) {
            int gcs = one("gcs_port", settings.gcsPort(), GCS, head, Set.of());
            int dashboard = one("dashboard_port", settings.dashboardPort(), DASHBOARD, head, Set.of(gcs));
            int client = one("client_port", settings.clientPort(), CLIENT, head, Set.of(gcs, dashboard));
            return new HeadPorts(gcs, dashboard, client);
        }
    }

    /** Whether the head's ports are free for it, or it has them. */
    boolean areUsable(MachineStore.Entry head) throws IOException {
        HeadPorts ports = head.record().ports().orElseThrow();
        boolean up = NodeStatus.UP_TO_DATE.tag().equals(head.record().tags().get(Tags.STATUS));
        return up
                || Collections.disjoint(ListeningPorts.now(), ports.all())
                || !LocalhostProcesses.of(head.directory().path()).isEmpty();
    }

    private int one(String key, Optional<Integer> fixed, int usual, MachineDirectory head, Set<Integer> used)
            throws IOException, ProviderException {
        var book = new PortBook(scratch.ports());
        if (fixed.isEmpty()) {
            return book.reserve(usual, head, used);
        }
        if (used.contains(fixed.get()) || !book.take(fixed.get(), head)) {
            throw LocalhostProblems.invalid(LocalhostProblems.portInUse(key, fixed.get()));
        }
        return fixed.get();
    }
}
