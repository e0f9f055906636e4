package io.manta.provider.gcp.machine;

import io.manta.provider.common.Together;
import io.manta.provider.gcp.api.Doc;
import io.manta.provider.gcp.api.GcpProblems;
import io.manta.provider.gcp.api.Reply;
import io.manta.provider.gcp.api.Request;
import io.manta.provider.gcp.api.Rest;
import io.manta.provider.gcp.api.Service;
import io.manta.spi.provider.ProviderException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Ends machines, side by side: each needs a call of its own. */
public final class Ending {
    private final Rest rest;
    private final Instances instances;

    public Ending(Rest rest, Instances instances) {
        this.rest = rest;
        this.instances = instances;
    }

    /** Begins to; what is gone or going counts as ended. */
    public void delete(Map<String, Doc> gone) throws ProviderException, InterruptedException {
        each(gone, "end", path -> Request.delete(Service.COMPUTE, path));
    }

    public void stop(Map<String, Doc> resting) throws ProviderException, InterruptedException {
        each(resting, "stop", path -> Request.post(Service.COMPUTE, path + "/stop"));
    }

    @FunctionalInterface
    private interface Call {
        Request of(String path);
    }

    private void each(Map<String, Doc> machines, String verb, Call call)
            throws ProviderException, InterruptedException {
        Optional<ProviderException> failure = Optional.empty();
        var begun = new ArrayList<String>();
        try (var together = new Together()) {
            var outcomes = new LinkedHashMap<String, Together.Outcome<Boolean>>();
            machines.forEach((id, instance) -> outcomes.put(id, together.begin(() -> begin(instance, verb, call))));
            for (var outcome : outcomes.entrySet()) {
                try {
                    outcome.getValue().get();
                    begun.add(outcome.getKey());
                } catch (ProviderException e) {
                    failure = Optional.of(e);
                }
            }
        }
        instances.ended(begun);
        if (failure.isPresent()) {
            throw failure.get();
        }
    }

    private boolean begin(Doc instance, String verb, Call call) throws ProviderException, InterruptedException {
        String doing = verb + " " + instance.text("name");
        Reply reply = rest.ask(doing, call.of(Labeling.path(rest, instance)), Set.of(404, 400));
        if (reply.status() == 400 && !isOnItsWay(reply.body())) {
            throw GcpProblems.refused(
                    doing,
                    instance.text("name"),
                    Instances.zone(instance),
                    reply.body().text("message"));
        }
        return true;
    }

    /** Whoever asks a second time is told that it cannot be done now. */
    private static boolean isOnItsWay(Doc error) {
        return error.docs("errors").stream().anyMatch(one -> one.text("reason").equals("resourceNotReady"));
    }
}
