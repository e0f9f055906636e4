package io.manta.provider.external.protocol;

import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.Machine;
import io.manta.spi.model.MachineId;
import io.manta.spi.model.Offer;
import io.manta.spi.provider.Features;
import io.manta.spi.provider.LaunchRequest;
import io.manta.spi.provider.LaunchResult;
import io.manta.spi.provider.NodeProvider;
import io.manta.spi.provider.Outlook;
import io.manta.spi.provider.Preflight;
import io.manta.spi.provider.Pricing;
import io.manta.spi.provider.Progress;
import io.manta.spi.provider.ProviderException;
import io.manta.spi.provider.Reach;
import io.manta.spi.provider.Traits;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** A provider that is a process of its own; every call is a request to it. */
public final class HelperNodeProvider implements NodeProvider {
    private final Helper helper;
    private final Duration timeout;
    private final ReachAnswers reaches;
    private final Map<?, ?> fixedReach;
    private final Map<String, List<Offer>> offers = new ConcurrentHashMap<>();
    private final Map<MachineId, Instant> firstSeen = new ConcurrentHashMap<>();

    /**
     * @param timeout for calls that only look
     * @param fixedReach what the user wrote about reaching nodes; the helper is asked when it is empty
     */
    public HelperNodeProvider(Helper helper, Duration timeout, ReachAnswers reaches, Map<?, ?> fixedReach) {
        this.helper = helper;
        this.timeout = timeout;
        this.reaches = reaches;
        this.fixedReach = fixedReach;
    }

    @Override
    public Features features() {
        return Features.of(Traits.CLOUD).with(new HelperPricing());
    }

    @Override
    public Preflight check(ClusterConfig config, Depth depth) {
        try {
            return Answers.preflight(
                    helper.name(), helper.call("check", Map.of("config", HelperRequests.config(config)), timeout));
        } catch (ProviderException e) {
            return new Preflight(List.of(Preflight.Finding.problem("provider", e.problem())));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new Preflight(List.of());
        }
    }

    @Override
    public void prepare(ClusterConfig config, Progress progress) throws ProviderException, InterruptedException {
        helper.call(
                "prepare",
                Map.of("config", HelperRequests.config(config)),
                timeout.multipliedBy(20),
                note -> Answers.text(note, "progress").ifPresent(progress::say),
                true);
    }

    @Override
    public LaunchResult launch(LaunchRequest request) throws ProviderException, InterruptedException {
        Map<?, ?> result = helper.call("launch", HelperRequests.launch(request), timeout.multipliedBy(10));
        return new LaunchResult(
                Answers.machines(helper.name(), "launch", result, this::firstSeen),
                result.get("shortfall") instanceof Map<?, ?> error
                        ? Optional.of(Answers.failure(helper.name(), error))
                        : Optional.empty());
    }

    @Override
    public List<Machine> list(Look look) throws ProviderException, InterruptedException {
        return Answers.machines(helper.name(), "list", helper.call("list", Map.of(), timeout), this::firstSeen);
    }

    private Instant firstSeen(MachineId id) {
        return firstSeen.computeIfAbsent(id, _ -> Instant.now());
    }

    @Override
    public void tag(Map<MachineId, Map<String, String>> tags) throws ProviderException, InterruptedException {
        var byName = new LinkedHashMap<String, Object>();
        tags.forEach((id, words) -> byName.put(id.value(), words));
        helper.call("tag", Map.of("tags", byName), timeout);
    }

    @Override
    public void terminate(Set<MachineId> ids) throws ProviderException, InterruptedException {
        List<String> names = ids.stream().map(MachineId::value).sorted().toList();
        if (!names.isEmpty()) {
            helper.call("terminate", Map.of("machines", names), timeout.multipliedBy(4));
        }
    }

    @Override
    public void cleanUp() throws ProviderException, InterruptedException {
        helper.call("clean_up", Map.of(), timeout.multipliedBy(10));
    }

    @Override
    public Reach reach(Machine machine) throws ProviderException {
        try {
            Map<?, ?> answer = fixedReach.isEmpty()
                    ? helper.call("reach", Map.of("machine", HelperRequests.machine(machine)), timeout)
                    : fixedReach;
            return reaches.read(machine, answer, () -> new HelperCommandRunner(helper, machine));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw io.manta.provider.external.ExternalProblems.threw(helper.name(), "reach", e);
        }
    }

    private final class HelperPricing implements Pricing {
        @Override
        public List<Offer> offers(String nodeType) {
            return offers.computeIfAbsent(nodeType, HelperNodeProvider.this::askOffers);
        }

        @Override
        public Outlook outlook(ClusterConfig config) {
            return Outlook.NONE;
        }
    }

    private List<Offer> askOffers(String nodeType) {
        try {
            if (helper.offers("offers")) {
                Map<?, ?> result = helper.call("offers", Map.of("node_type", nodeType), timeout);
                if (result.get("offers") instanceof List<?> list) {
                    return list.stream()
                            .filter(Map.class::isInstance)
                            .flatMap(item -> Answers.offer((Map<?, ?>) item).stream())
                            .toList();
                }
            }
        } catch (ProviderException e) {
            return List.of(Offer.plain(nodeType));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return List.of(Offer.plain(nodeType));
    }

    /** Files that must lie on the head so that the helper can run there. */
    public List<String> luggage() throws ProviderException, InterruptedException {
        return helper.offers("luggage")
                ? Answers.texts(helper.call("luggage", Map.of(), timeout), "python")
                : List.of();
    }

    @Override
    public void close() {
        helper.close();
    }
}
