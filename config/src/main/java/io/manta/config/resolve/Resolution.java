package io.manta.config.resolve;

import io.manta.config.schema.Providers;
import io.manta.config.yaml.Fields;
import io.manta.config.yaml.Fields.Field;
import io.manta.config.yaml.Items;
import io.manta.config.yaml.Origin;
import io.manta.config.yaml.Scalar;
import io.manta.config.yaml.Value;
import java.util.LinkedHashMap;

/** Ray's way from a user's file to the whole configuration, step by step in Ray's order. */
public final class Resolution {
    private final Findings findings;

    public Resolution(Findings findings) {
        this.findings = findings;
    }

    /** Works on any tree, however wrong; what does not fit is left as it is. */
    public Fields resolve(Fields user, String provider) {
        boolean onPrem = provider.equals(Providers.LOCAL);
        if (onPrem && OnPremForm.isPrepared(user)) {
            return user;
        }
        Fields prepared = onPrem ? new OnPremForm(findings).prepare(user) : user;
        Fields merged = Defaults.of(provider).overlaidBy(prepared);
        if (!merged.has("auth")) {
            merged = merged.with("auth", Fields.empty(new Origin.Default(provider)));
        }
        merged = new LegacyNodes(findings).translate(prepared, merged);
        merged = new LegacyCounts(findings).translate(merged);
        merged = setupCommands(merged, "head_setup_commands");
        merged = setupCommands(merged, "worker_setup_commands");
        return limits(merged, provider);
    }

    private static Fields setupCommands(Fields merged, String key) {
        if (merged.items("setup_commands").isEmpty() || merged.items(key).isEmpty()) {
            return merged;
        }
        Items common = merged.items("setup_commands").get();
        return merged.with(key, common.plus(merged.items(key).get()));
    }

    private static Fields limits(Fields merged, String provider) {
        Fields types = merged.table("available_node_types").orElse(null);
        if (types == null) {
            return merged;
        }
        String head = merged.text("head_node_type").orElse("");
        boolean optionalConfig = provider.equals(Providers.LOCALHOST) || provider.equals(Providers.SIMULATED);
        var filled = new LinkedHashMap<String, Field>();
        types.fields().forEach((name, field) -> {
            Value value = field.value();
            if (value instanceof Fields type) {
                value = type(type, name.equals(head), merged, optionalConfig);
            }
            filled.put(name, new Field(value, field.keyOrigin()));
        });
        return merged.with("available_node_types", new Fields(filled, types.origin()));
    }

    private static Fields type(Fields type, boolean head, Fields merged, boolean optionalConfig) {
        Fields out = type;
        if (!out.has("min_workers")) {
            out = out.with("min_workers", Scalar.of(0L, new Origin.Default("every node type")));
        }
        if (!out.has("max_workers")) {
            Scalar none = Scalar.of(0L, new Origin.Default("the head's node type"));
            Value global = merged.get("max_workers").orElse(none);
            out = out.with(
                    "max_workers",
                    head
                            ? none
                            : global.from(new Origin.Derived(
                                    "max_workers of the cluster",
                                    global.origin().at())));
        }
        if (optionalConfig && !out.has("node_config")) {
            out = out.with("node_config", Fields.empty(new Origin.Default("this provider")));
        }
        return out;
    }
}
