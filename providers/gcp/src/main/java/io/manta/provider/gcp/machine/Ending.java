package io.manta.provider.gcp.machine;

import io.manta.provider.common.Together;
import io.manta.provider.gcp.api.Doc;
import io.manta.provider.gcp.api.Reply;
import io.manta.provider.gcp.api.Request;
import io.manta.provider.gcp.api.Rest;
import io.manta.provider.gcp.api.Service;
import io.manta.spi.provider.ProviderException;
import java.util.ArrayList;
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
        try (var together = new Together()) {
            var outcomes = new ArrayList<Together.Outcome<Reply>>();
            machines.values()
                    .forEach(instance -> outcomes.add(together.begin(() -> rest.ask(
                            verb + " " + instance.text("name"),
                            call.of(Labeling.path(rest, instance)),
                            Set.of(404, 400)))));
            for (var outcome : outcomes) {
                try {
                    outcome.get();
                } catch (ProviderException e) {
                    failure = Optional.of(e);
                }
            }
        }
        instances.ended(machines.keySet());
        if (failure.isPresent()) {
            throw failure.get();
        }
    }
}
