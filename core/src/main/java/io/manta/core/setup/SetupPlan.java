package io.manta.core.setup;

import java.util.List;
import java.util.Map;

/**
 * The steps of one node and the tags that its machine carries when all have succeeded.
 *
 * @param upToDate nothing has to be done at all
 */
public record SetupPlan(List<SetupStep> steps, Map<String, String> tagsWhenDone, boolean upToDate) {
    public static final int STEPS = 7;

    public SetupPlan {
        steps = List.copyOf(steps);
        tagsWhenDone = Map.copyOf(tagsWhenDone);
    }
}
