package io.manta.provider.localhost;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** What this machine has, as users read it. */
final class MachineWords {
    private static final long GIGABYTE = 1_000_000_000L;

    private MachineWords() {}

    static String machineHas(int count, String resource) {
        return "this machine has " + (count == 0 ? "no " + resource : amount(count, resource));
    }

    /** {@code 1 GPU}, {@code 4 GPUs}; Ray's other names stay as they are. */
    static String amount(int count, String resource) {
        boolean plural = count != 1 && resource.matches("[GTHN]PU");
        return count + " " + resource + (plural ? "s" : "");
    }

    static String cores(double cores) {
        String number = cores == Math.rint(cores)
                ? Long.toString(Math.round(cores))
                : String.format(Locale.ROOT, "%.1f", cores);
        return number + (cores == 1 ? " core" : " cores");
    }

    static String memory(long bytes) {
        return bytes < 10 * GIGABYTE
                ? String.format(Locale.ROOT, "%.1f GB", (double) bytes / GIGABYTE)
                : bytes / GIGABYTE + " GB";
    }

    /** {@code 4 GPUs (4 x NVIDIA H200)}. */
    static String family(AcceleratorFamily family) {
        List<Accelerator> devices = family.devices();
        if (devices.isEmpty()) {
            return "no " + family.resource() + " (" + family.variable() + " hides all)";
        }
        Map<String, Long> models = devices.stream()
                .collect(Collectors.groupingBy(Accelerator::model, LinkedHashMap::new, Collectors.counting()));
        String names = models.entrySet().stream()
                .map(entry -> (entry.getValue() > 1 ? entry.getValue() + " x " : "") + entry.getKey())
                .collect(Collectors.joining(", "));
        return amount(devices.size(), family.resource()) + " (" + names + ")";
    }

    /** All of it in one line. */
    static String summary(double cores, long memory, Accelerators accelerators) {
        String line = cores(cores) + ", " + memory(memory) + " of memory";
        String more = accelerators.families().stream().map(MachineWords::family).collect(Collectors.joining(", "));
        return line + (accelerators.isKnown() ? ", " + (more.isEmpty() ? "no GPU" : more) : "");
    }
}
