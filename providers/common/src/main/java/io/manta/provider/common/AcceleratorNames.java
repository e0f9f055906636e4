package io.manta.provider.common;

import io.manta.spi.model.NodeType;
import io.manta.spi.model.Resources;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What Ray calls the accelerators that providers call otherwise. Ray's nodes carry that name as a resource, {@code
 * accelerator_type:H100}, and as a label; demand for it is planned for only where a node type says it beforehand.
 */
public final class AcceleratorNames {
    public static final String LABEL = "ray.io/accelerator-type";
    public static final String RESOURCE = "accelerator_type:";

    /** By the beginning of a provider's name for a card or a machine family; the longest that fits holds. */
    private static final Map<String, String> BY_BEGINNING = names();

    private static final Pattern TPU =
            Pattern.compile("(?:tpu-?)?v?(2|3|4|5-lite|5lite|5e|5p|6e|7x)(?:-?(?:pod|podslice|slice|device))?(?:-.*)?");

    private AcceleratorNames() {}

    private static Map<String, String> names() {
        var names = new LinkedHashMap<String, String>();
        for (String card : new String[] {"k80", "p4", "p100", "v100", "t4", "a100"}) {
            names.put("nvidia-tesla-" + card, card.toUpperCase(Locale.ROOT));
            names.put("tesla-" + card, card.toUpperCase(Locale.ROOT));
        }
        names.put("nvidia-a100", "A100");
        names.put("nvidia-a10g", "A10G");
        names.put("nvidia-l4", "L4");
        names.put("nvidia-l40s", "L40S");
        names.put("nvidia-h100", "H100");
        names.put("nvidia-h200", "H200");
        names.put("nvidia-b200", "B200");
        names.put("nvidia-b300", "B300");
        names.put("nvidia-gb200", "GB200");
        names.put("nvidia-gb300", "GB300");
        names.put("nvidia-rtx-pro-6000", "RTX-PRO-6000");
        // Machine families of Google's that come with their cards.
        names.put("a2-", "A100");
        names.put("a3-", "H100");
        names.put("a3-ultragpu", "H200");
        names.put("a4-", "B200");
        names.put("a4x-", "GB200");
        names.put("g2-", "L4");
        names.put("g4-", "RTX-PRO-6000");
        return names;
    }

    /** Of a card, such as {@code nvidia-h100-80gb}, or of a machine type that has cards, such as {@code a2-highgpu-1g}. */
    public static Optional<String> ofGpu(String provided) {
        String name = provided.substring(provided.lastIndexOf('/') + 1).toLowerCase(Locale.ROOT);
        return BY_BEGINNING.keySet().stream()
                .filter(name::startsWith)
                .max((a, b) -> Integer.compare(a.length(), b.length()))
                .map(BY_BEGINNING::get);
    }

    /** Of a pod's type, such as {@code v5litepod-16} or {@code tpu-v6e-slice}. */
    public static Optional<String> ofTpu(String provided) {
        Matcher matcher = TPU.matcher(provided.toLowerCase(Locale.ROOT).replace('_', '-'));
        if (!matcher.matches()) {
            return Optional.empty();
        }
        String version = matcher.group(1);
        return Optional.of("TPU-V" + (version.matches("5-?lite|5e") ? "5LITEPOD" : version.toUpperCase(Locale.ROOT)));
    }

    /** The type with what Ray will say of its nodes; what the user wrote stays. */
    public static NodeType named(NodeType type, String model) {
        Map<String, String> labels = new TreeMap<>(type.labels());
        labels.putIfAbsent(LABEL, model);
        boolean told = type.resources().units().keySet().stream().anyMatch(name -> name.startsWith(RESOURCE));
        Resources resources = told ? type.resources() : type.resources().plus(Resources.of(RESOURCE + model, 1));
        return type.withLabels(labels).withResources(resources);
    }
}
