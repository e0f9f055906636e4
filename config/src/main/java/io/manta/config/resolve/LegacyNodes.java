package io.manta.config.resolve;

import io.manta.config.yaml.Fields;
import io.manta.config.yaml.Origin;
import io.manta.config.yaml.Scalar;
import io.manta.config.yaml.Value;
import java.util.Optional;

/**
 * The oldest form of a cluster file, {@code head_node} and {@code worker_nodes}, as two node types with the names Ray gave them.
 * Ray itself reads this form only when both are empty; old files are full of it.
 */
final class LegacyNodes {
    static final String HEAD = "ray-legacy-head-node-type";
    static final String WORKER = "ray-legacy-worker-node-type";
    /** What 80 % target utilisation, the default of that time, is as an upscaling speed: 1/0.8 - 1. */
    private static final double OLD_SPEED = 0.25;

    private final Findings findings;

    LegacyNodes(Findings findings) {
        this.findings = findings;
    }

    /** @param merged the user's keys over the defaults */
    Fields translate(Fields user, Fields merged) {
        if (!user.has("head_node") && !user.has("worker_nodes")) {
            return merged;
        }
        if (user.has("available_node_types")) {
            dropped(user, "head_node");
            dropped(user, "worker_nodes");
            return merged.without("head_node").without("worker_nodes");
        }
        Fields types = merged.table("available_node_types").orElse(Fields.empty(merged.origin()));
        String defaultHead = merged.text("head_node_type").orElse("");
        Optional<Value> headInfo = types.get(defaultHead);
        Optional<Value> workerInfo = types.keys().stream()
                .filter(name -> !name.equals(defaultHead))
                .findFirst()
                .flatMap(types::get);
        Fields legacy = Fields.empty(merged.origin());
        Optional<Fields> head = content(user, "head_node");
        Optional<Fields> workers = content(user, "worker_nodes");
        Optional<Value> newHead =
                head.map(h -> (Value) nodeType(h, "head_node", Optional.of(0L))).or(() -> headInfo);
        Optional<Value> newWorker = workers.map(w -> (Value) nodeType(w, "worker_nodes", Optional.empty()))
                .or(() -> workerInfo);
        legacy = newHead.isPresent() ? legacy.with(HEAD, newHead.get()) : legacy;
        legacy = newWorker.isPresent() ? legacy.with(WORKER, newWorker.get()) : legacy;
        Fields result = merged.without("head_node")
                .without("worker_nodes")
                .with(
                        "available_node_types",
                        legacy.from(origin(user, user.has("head_node") ? "head_node" : "worker_nodes")))
                .with("head_node_type", Scalar.of(HEAD, origin(user, "head_node")));
        noteBoth(user, head.isPresent() || workers.isPresent());
        boolean paced =
                user.has("upscaling_speed") || user.has("target_utilization_fraction") || user.has("autoscaling_mode");
        if ((head.isPresent() || workers.isPresent()) && !paced) {
            result = result.with(
                    "upscaling_speed",
                    Scalar.of(
                            OLD_SPEED,
                            new Origin.Derived(
                                    "80 % target utilisation, the default of files with head_node", Optional.empty())));
        }
        return result;
    }

    private static Optional<Fields> content(Fields user, String key) {
        return user.table(key).filter(f -> !f.isEmpty());
    }

    private Fields nodeType(Fields content, String key, Optional<Long> max) {
        var origin = new Origin.Legacy(key, content.origin().at());
        Value resources = content.get("resources")
                .filter(v -> !(v instanceof Scalar s && s.isNull()))
                .orElse(Fields.empty(origin));
        Fields type = Fields.empty(origin)
                .with("node_config", content.without("resources").from(origin))
                .with("resources", resources)
                .with("min_workers", Scalar.of(0L, origin));
        return max.isPresent() ? type.with("max_workers", Scalar.of(max.get(), origin)) : type;
    }

    private static Origin origin(Fields user, String key) {
        return new Origin.Legacy(key, user.keyOrigin(key).at());
    }

    private void noteBoth(Fields user, boolean content) {
        for (String key : new String[] {"head_node", "worker_nodes"}) {
            if (!user.has(key)) {
                continue;
            }
            String type = key.equals("head_node") ? HEAD : WORKER;
            findings.note(
                    "CONFIG-LEGACY-NODES",
                    "`" + key + "` is the old form of a node type",
                    content
                            ? "it is read as the node type " + type
                            : "it is empty; the provider's default types are used",
                    content
                            ? "write `available_node_types: {" + type + ": {resources: {}, node_config: {...}}}`"
                                    + (key.equals("head_node") ? " and `head_node_type: " + type + "`" : "")
                                    + ", or run `manta config --modernize`"
                            : "remove the line",
                    user.keyOrigin(key));
        }
    }

    private void dropped(Fields user, String key) {
        if (!user.has(key)) {
            return;
        }
        if (content(user, key).isPresent()) {
            findings.warning(
                    "CONFIG-LEGACY-IGNORED",
                    "`" + key + "` is ignored",
                    "`available_node_types` is there and takes its place",
                    "remove `" + key + "`, or move its content into the `node_config` of a node type",
                    user.keyOrigin(key));
        } else {
            findings.note(
                    "CONFIG-LEGACY-NODES",
                    "`" + key + "` is the old form of a node type",
                    "it is empty",
                    "remove the line",
                    user.keyOrigin(key));
        }
    }
}
