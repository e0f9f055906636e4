package io.manta.config.resolve;

import io.manta.config.schema.NodeConfigKeys;
import io.manta.config.schema.Providers;
import io.manta.config.yaml.Fields;
import io.manta.config.yaml.Origin;
import io.manta.config.yaml.Suggestions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Slips in the names of machine types and in the keys of {@code node_config}, found without asking the cloud. */
final class InstanceNames {
    private static final Pattern AWS_TYPE = Pattern.compile("([a-z][a-z0-9-]*)\\.([a-z0-9-]+)");
    private static final Pattern AWS_SIZE =
            Pattern.compile("nano|micro|small|medium|large|(\\d{1,3})?xlarge|metal(-\\d+xl)?");
    private static final List<String> AWS_SIZES = awsSizes();
    private static final Pattern GCP_TYPE = Pattern.compile("([a-z]\\d[a-z]?|f1|g1|m\\d|x4)-([a-z]+)(-.*)?");
    private static final Set<String> GCP_SHAPES = Set.of(
            "standard",
            "highmem",
            "highcpu",
            "megamem",
            "ultramem",
            "hypermem",
            "highgpu",
            "megagpu",
            "ultragpu",
            "edgegpu",
            "maxgpu",
            "micro",
            "small",
            "medium",
            "custom",
            "node",
            "highlssd",
            "standardlssd");

    private final Findings findings;

    InstanceNames(Findings findings) {
        this.findings = findings;
    }

    void check(Fields resolved, String provider) {
        Fields types = resolved.table("available_node_types").orElse(Fields.empty(resolved.origin()));
        for (String name : types.keys()) {
            Optional<Fields> node = types.table(name).flatMap(t -> t.table("node_config"));
            if (node.isPresent() && provider.equals(Providers.AWS)) {
                keys(node.get(), NodeConfigKeys.AWS, "EC2");
                node.get()
                        .text("InstanceType")
                        .ifPresent(t -> aws(
                                t, node.get().get("InstanceType").orElseThrow().origin()));
            } else if (node.isPresent() && provider.equals(Providers.GCP)) {
                keys(node.get(), NodeConfigKeys.GCP, "Compute Engine");
                node.get()
                        .text("machineType")
                        .ifPresent(t -> gcp(
                                t, node.get().get("machineType").orElseThrow().origin()));
            }
        }
    }

    private void keys(Fields node, Set<String> known, String cloud) {
        for (String key : node.keys()) {
            if (!known.contains(key)) {
                Optional<String> near = Suggestions.nearest(key, known);
                findings.warning(
                        "CONFIG-NODE-KEY",
                        cloud + " knows no `" + key + "`",
                        near.map(n -> "did you mean `" + n + "`?").orElse("the launch would be refused"),
                        near.map(n -> "write `" + n + "`").orElse("remove it, or check its spelling"),
                        node.keyOrigin(key));
            }
        }
    }

    private void aws(String type, Origin at) {
        Matcher parts = AWS_TYPE.matcher(type);
        if (!parts.matches()) {
            doubt(type, "EC2 instance types look like m5.large", Optional.empty(), at);
        } else if (!AWS_SIZE.matcher(parts.group(2)).matches()) {
            Optional<String> near =
                    Suggestions.nearest(parts.group(2), AWS_SIZES).map(s -> parts.group(1) + "." + s);
            doubt(type, "there is no size \"" + parts.group(2) + "\"", near, at);
        }
    }

    private void gcp(String type, Origin at) {
        String last = type.substring(type.lastIndexOf('/') + 1);
        if (last.startsWith("custom-")) {
            return;
        }
        Matcher parts = GCP_TYPE.matcher(last);
        if (!parts.matches()) {
            doubt(type, "machine types look like n1-standard-2", Optional.empty(), at);
        } else if (!GCP_SHAPES.contains(parts.group(2))) {
            String rest = parts.group(3) == null ? "" : parts.group(3);
            Optional<String> near =
                    Suggestions.nearest(parts.group(2), GCP_SHAPES).map(s -> parts.group(1) + "-" + s + rest);
            doubt(type, "there is no shape \"" + parts.group(2) + "\"", near, at);
        }
    }

    private void doubt(String type, String why, Optional<String> near, Origin at) {
        findings.warning(
                "CONFIG-INSTANCE-TYPE",
                "`" + type + "` does not look like a machine type",
                why,
                near.map(n -> "did you mean `" + n + "`?").orElse("check its spelling"),
                at);
    }

    private static List<String> awsSizes() {
        var sizes = new ArrayList<>(List.of("nano", "micro", "small", "medium", "large", "xlarge", "metal"));
        for (int n : new int[] {2, 3, 4, 6, 8, 9, 10, 12, 16, 18, 24, 32, 48, 56, 112}) {
            sizes.add(n + "xlarge");
        }
        return sizes;
    }
}
