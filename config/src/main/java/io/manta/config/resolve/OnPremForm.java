package io.manta.config.resolve;

import io.manta.config.yaml.Fields;
import io.manta.config.yaml.Origin;
import io.manta.config.yaml.Scalar;

/** Provider {@code local}: one node type for all hosts, with limits that follow from the list of addresses. */
public final class OnPremForm {
    static final String TYPE = "local.cluster.node";

    private final Findings findings;

    OnPremForm(Findings findings) {
        this.findings = findings;
    }

    /** Ray's own examples say {@code head_node_type: {}} for "none", and a placeholder for "as many as there are". */
    public static Fields filledIn(Fields written, Findings findings) {
        Fields out = written.table("head_node_type").filter(Fields::isEmpty).isPresent()
                ? written.without("head_node_type")
                : written;
        for (String key : new String[] {"min_workers", "max_workers"}) {
            if (out.text(key).filter(Placeholders::is).isPresent()) {
                new Placeholders(findings).look(key, out.get(key).orElseThrow());
                out = out.without(key);
            }
        }
        return out;
    }

    /** Whether this is a copy that has been through all this already, as the one on a head. */
    static boolean isPrepared(Fields user) {
        return user.table("available_node_types")
                .filter(types -> types.has(TYPE))
                .isPresent();
    }

    Fields prepare(Fields written) {
        Fields user = initialWorkers(written);
        for (String key : new String[] {"head_node", "worker_nodes", "available_node_types"}) {
            if (user.table(key).filter(f -> !f.isEmpty()).isPresent()) {
                findings.error(
                        "CONFIG-ONPREM-NODES",
                        "`" + key + "` cannot be used with provider `local`",
                        "all hosts form one node type",
                        "remove it",
                        user.keyOrigin(key));
            }
        }
        Fields result = user.without("head_node").without("worker_nodes").without("min_workers");
        Fields provider = user.table("provider").orElse(Fields.empty(user.origin()));
        var origin = new Origin.Default("local");
        Fields type =
                Fields.empty(origin).with("node_config", Fields.empty(origin)).with("resources", Fields.empty(origin));
        if (provider.has("coordinator_address")) {
            findings.error(
                    "CONFIG-COORDINATOR",
                    "`coordinator_address` is not supported",
                    "Ray's coordinator lends hosts to clusters; with Manta clusters share hosts without one: a host serves one"
                            + " cluster at a time and says so itself",
                    "list the hosts: `head_ip: 10.0.0.1` and `worker_ips: [10.0.0.2, 10.0.0.3]`",
                    provider.keyOrigin("coordinator_address"));
        } else {
            required(user, provider);
        }
        type = listed(user, provider, type);
        result = result.with("max_workers", type.get("max_workers").orElseThrow());
        return result.with("available_node_types", Fields.empty(origin).with(TYPE, type))
                .with("head_node_type", Scalar.of(TYPE, origin));
    }

    /** Hosts are there from the start, so the old key can only raise the number to keep. */
    private Fields initialWorkers(Fields written) {
        if (!written.has("initial_workers")) {
            return written;
        }
        long initial = written.whole("initial_workers").orElse(0);
        findings.note(
                "CONFIG-LEGACY-KEY",
                "`initial_workers` is an old key",
                "it is read as `min_workers`",
                "write `min_workers: "
                        + Math.max(initial, written.whole("min_workers").orElse(0)) + "`",
                written.keyOrigin("initial_workers"));
        boolean raises = written.whole("min_workers").isPresent()
                && written.whole("min_workers").getAsLong() < initial;
        Fields rest = written.without("initial_workers");
        return raises
                ? rest.with(
                        "min_workers",
                        Scalar.of(
                                initial,
                                new Origin.Legacy(
                                        "initial_workers",
                                        written.keyOrigin("initial_workers").at())))
                : rest;
    }

    private void required(Fields user, Fields provider) {
        for (String key : new String[] {"head_ip", "worker_ips"}) {
            if (!provider.has(key)) {
                findings.error(
                        "CONFIG-MISSING-KEY",
                        "`" + key + "` is missing in `provider`",
                        "provider `local` needs `head_ip` and `worker_ips`",
                        key.equals("head_ip")
                                ? "add `head_ip: 10.0.0.1`"
                                : "add `worker_ips: [10.0.0.2]`, or `[]` for none",
                        user.keyOrigin("provider"));
            }
        }
    }

    private Fields listed(Fields user, Fields provider, Fields type) {
        long hosts = provider.items("worker_ips").map(i -> i.values().size()).orElse(0);
        var count = new Origin.Derived(
                "number of worker_ips", provider.keyOrigin("worker_ips").at());
        return type.with("min_workers", capped(user, "min_workers", hosts, count))
                .with("max_workers", capped(user, "max_workers", hosts, count));
    }

    private Scalar capped(Fields user, String key, long hosts, Origin count) {
        Origin at = user.get(key).map(v -> v.origin()).orElse(count);
        long wanted = user.whole(key).orElse(hosts);
        if (wanted > hosts) {
            findings.warning(
                    "CONFIG-ONPREM-LIMIT",
                    "`" + key + "` is " + wanted + ", but there are " + hosts + " worker_ips",
                    hosts + " is used",
                    "add addresses to `worker_ips`, or lower `" + key + "`",
                    at);
            return Scalar.of(hosts, new Origin.Derived("capped by the number of worker_ips", at.at()));
        }
        if (key.equals("max_workers") && wanted < hosts) {
            findings.warning(
                    "CONFIG-ONPREM-LIMIT",
                    "`max_workers` is " + wanted + ", but there are " + hosts + " worker_ips",
                    "some hosts stay unused",
                    "raise `max_workers`, or shorten `worker_ips`",
                    at);
        }
        return Scalar.of(wanted, user.whole(key).isPresent() ? at : count);
    }
}
