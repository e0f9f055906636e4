package io.manta.provider.gcp.ground;

import io.manta.provider.common.Insistence;
import io.manta.provider.common.Together;
import io.manta.provider.gcp.api.Doc;
import io.manta.provider.gcp.api.GcpProblems;
import io.manta.provider.gcp.api.Operations;
import io.manta.provider.gcp.api.Reply;
import io.manta.provider.gcp.api.Request;
import io.manta.provider.gcp.api.Rest;
import io.manta.provider.gcp.api.Service;
import io.manta.provider.gcp.setting.GcpSettings;
import io.manta.spi.model.Tags;
import io.manta.spi.provider.ProviderException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Removes what carries the cluster's mark or labels, and only that. */
public final class Removal {
    /** On disks that stay, since the user said {@code autoDelete: false}. */
    public static final String KEEP = "manta-keep";

    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final Duration PAUSE = Duration.ofMillis(300);

    private final GcpSettings settings;
    private final Rest rest;
    private final Operations operations;
    private final Firewalls firewalls;
    private final HeadAccount account;
    private final OsLogin login;
    private final Clock clock;

    public Removal(
            GcpSettings settings,
            Rest rest,
            Operations operations,
            Firewalls firewalls,
            HeadAccount account,
            OsLogin login,
            Clock clock) {
        this.settings = settings;
        this.rest = rest;
        this.operations = operations;
        this.firewalls = firewalls;
        this.account = account;
        this.login = login;
        this.clock = clock;
    }

    public void run() throws ProviderException, InterruptedException {
        var insistence = new Insistence(clock, PATIENCE);
        try (var together = new Together()) {
            var accounts = together.begin(() -> insistence.remove("service account", account::remove)
                    && insistence.remove("SSH keys", login::remove));
            var disks = together.begin(() -> insistence.remove("disks", this::removeDisks));
            insistence.remove("firewall rules", firewalls::remove);
            accounts.get();
            disks.get();
        }
        if (!insistence.left().isEmpty()) {
            throw GcpProblems.leftBehind(insistence.left());
        }
    }

    /** Google writes such numbers as texts. */
    public static long gigabytes(Doc disk) {
        String size = disk.text("sizeGb");
        return size.matches("\\d+") ? Long.parseLong(size) : 0;
    }

    /** Also those that outlived their machines. */
    public List<Doc> disks() throws ProviderException, InterruptedException {
        return here("disks");
    }

    /** None of them is ours to make or remove; but who labels one with the cluster's name wants to hear of it. */
    public List<Doc> addresses() throws ProviderException, InterruptedException {
        return here("addresses");
    }

    private List<Doc> here(String kind) throws ProviderException, InterruptedException {
        String filter = "labels." + Tags.CLUSTER + " = " + settings.cluster();
        return rest.everywhere("look for the cluster's " + kind, kind, filter).stream()
                .filter(thing -> settings.isHere(thing.name("zone"))
                        || thing.name("region").equals(settings.region()))
                .toList();
    }

    /** Whether the user wants a disk to outlive its machine. */
    public static boolean isKept(Doc disk) {
        return disk.texts("labels").containsKey(KEEP);
    }

    /** A disk that is still in use goes with its machine, which may take a while to end. */
    private void removeDisks() throws ProviderException, InterruptedException {
        Instant deadline = clock.instant().plus(PATIENCE);
        while (true) {
            var held = new ArrayList<String>();
            for (Doc disk : disks()) {
                if (!isKept(disk) && (!disk.words("users").isEmpty() || !isRemoved(disk))) {
                    held.add("disk " + disk.text("name") + ": something still uses it");
                }
            }
            if (held.isEmpty()) {
                return;
            } else if (clock.instant().isAfter(deadline)) {
                throw GcpProblems.held(held);
            }
            Thread.sleep(PAUSE);
        }
    }

    private boolean isRemoved(Doc disk) throws ProviderException, InterruptedException {
        String doing = "remove the disk " + disk.text("name");
        String path = "projects/" + rest.project() + "/zones/" + disk.name("zone") + "/disks/" + disk.text("name");
        Reply reply = rest.ask(doing, Request.delete(Service.COMPUTE, path), Set.of(400, 404));
        if (reply.isOk()) {
            operations.succeed(doing, reply.body());
        }
        return reply.status() != 400;
    }
}
