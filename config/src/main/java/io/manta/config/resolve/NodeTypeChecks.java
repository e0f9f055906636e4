package io.manta.config.resolve;

import io.manta.config.schema.Providers;
import io.manta.config.yaml.Fields;
import io.manta.config.yaml.Origin;
import io.manta.config.yaml.Suggestions;
import io.manta.config.yaml.Value;
import java.util.Optional;
import java.util.Set;

/** Whether node types are complete and their limits can be kept. */
final class NodeTypeChecks {
    private static final Set<String> FILLS_RESOURCES = Set.of(Providers.AWS, Providers.KUBERNETES);

    private final Findings findings;
    private final String provider;

    NodeTypeChecks(Findings findings, String provider) {
        this.findings = findings;
        this.provider = provider;
    }

    void check(Fields user, Fields resolved) {
        Optional<Fields> types = resolved.table("available_node_types");
        if (types.isEmpty()) {
            if (!resolved.has("available_node_types")) {
                findings.error(
                        "CONFIG-MISSING-KEY",
                        "`available_node_types` is missing",
                        "provider `" + provider + "` has no node types of its own",
                        "add `available_node_types` with at least one type, and name it in `head_node_type`",
                        user.origin());
            }
            return;
        }
        if (types.get().isEmpty()) {
            findings.error(
                    "CONFIG-NO-NODE-TYPES",
                    "`available_node_types` is empty",
                    "a cluster needs at least the head's type",
                    "add a node type, or remove the line to get the provider's default types",
                    user.keyOrigin("available_node_types"));
            return;
        }
        head(user, resolved, types.get());
        types.get()
                .keys()
                .forEach(name -> types.get().table(name).ifPresent(type -> complete(name, type, types.get())));
        limits(resolved, types.get());
    }

    private void head(Fields user, Fields resolved, Fields types) {
        if (!user.has("head_node_type")
                && !resolved.text("head_node_type").filter(types::has).isPresent()) {
            String guess = types.keys().stream()
                    .filter(n -> n.contains("head"))
                    .findFirst()
                    .orElse(types.keys().iterator().next());
            findings.error(
                    "CONFIG-MISSING-KEY",
                    "`head_node_type` is missing",
                    "one of the node types must be the head's",
                    "add `head_node_type: " + guess + "`",
                    user.keyOrigin("available_node_types"));
            return;
        }
        resolved.text("head_node_type")
                .filter(name -> !types.has(name))
                .ifPresent(name -> findings.error(
                        "CONFIG-HEAD-TYPE",
                        "there is no node type `" + name + "`",
                        "`head_node_type` must name one of: " + String.join(", ", types.keys()),
                        Suggestions.nearest(name, types.keys())
                                .map(n -> "did you mean `" + n + "`?")
                                .orElse("name one of them, or add the type to `available_node_types`"),
                        user.get("head_node_type").map(Value::origin).orElse(user.origin())));
    }

    private void complete(String name, Fields type, Fields types) {
        Origin at = types.keyOrigin(name);
        if (!type.has("resources") && !FILLS_RESOURCES.contains(provider)) {
            findings.error(
                    "CONFIG-MISSING-KEY",
                    "`resources` is missing in the node type `" + name + "`",
                    "provider `" + provider + "` cannot find out what its machines have",
                    "add `resources: {CPU: 4}` with what the machine has, or `{}` to let Ray find out",
                    at);
        }
        if (!type.has("node_config")) {
            findings.error(
                    "CONFIG-MISSING-KEY",
                    "`node_config` is missing in the node type `" + name + "`",
                    "it says what machine to launch",
                    "add `node_config: {...}`, or `{}` for the provider's defaults",
                    at);
        }
    }

    private void limits(Fields resolved, Fields types) {
        long sum = 0;
        Origin last = types.origin();
        for (String name : types.keys()) {
            Fields type = types.table(name).orElse(null);
            if (type == null) {
                continue;
            }
            long min = type.whole("min_workers").orElse(0);
            long max = type.whole("max_workers").orElse(Long.MAX_VALUE);
            Origin at = place(type, "min_workers", types.keyOrigin(name));
            if (min > 0) {
                sum += min;
                last = at;
            }
            if (min > max) {
                findings.error(
                        "CONFIG-MIN-MAX",
                        "`min_workers` of `" + name + "` is " + min + ", more than its `max_workers` " + max,
                        "`max_workers` comes from: "
                                + type.get("max_workers")
                                        .map(v -> v.origin().describe())
                                        .orElse("?"),
                        "raise `max_workers` to " + min + ", or lower `min_workers`",
                        at);
            }
        }
        long global = resolved.whole("max_workers").orElse(Long.MAX_VALUE);
        if (sum > global) {
            findings.error(
                    "CONFIG-MIN-MAX",
                    "`min_workers` of all node types add up to " + sum + ", more than `max_workers` " + global,
                    "`max_workers` comes from: "
                            + resolved.get("max_workers")
                                    .map(v -> v.origin().describe())
                                    .orElse("?"),
                    "raise `max_workers` to " + sum + ", or lower some `min_workers`",
                    place(resolved, "max_workers", last));
        }
    }

    private static Origin place(Fields fields, String key, Origin otherwise) {
        return fields.get(key)
                .map(Value::origin)
                .filter(o -> o.at().isPresent())
                .orElse(otherwise);
    }
}
