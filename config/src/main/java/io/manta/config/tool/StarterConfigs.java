package io.manta.config.tool;

import io.manta.config.schema.Providers;
import io.manta.config.yaml.Suggestions;
import io.manta.spi.model.Problem;
import io.manta.spi.model.ProblemException;
import java.util.List;
import java.util.Locale;

/** Short, commented cluster files to start from: one per provider, and presets for what people build most often. */
public final class StarterConfigs {
    /** A common configuration. */
    public enum Preset {
        AUTOSCALING_CPU("a small head and CPU workers that come and go"),
        AUTOSCALING_GPU("a small head and GPU workers that come and go, none while idle"),
        GPU_NODE("one GPU machine, no workers"),
        GPU_HEAD("a GPU head with CPU workers"),
        DOCKER("everything in containers");

        private final String summary;

        Preset(String summary) {
            this.summary = summary;
        }

        public String summary() {
            return summary;
        }

        /** As on the command line: {@code autoscaling-gpu}. */
        public String word() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }

        public static List<String> words() {
            return List.of(values()).stream().map(Preset::word).toList();
        }
    }

    private StarterConfigs() {}

    /** The presets that make sense for a provider; the first is what it starts with when none is named. */
    public static List<Preset> presets(String provider) {
        return switch (provider) {
            case Providers.LOCALHOST, Providers.SIMULATED, Providers.EXTERNAL ->
                List.of(Preset.AUTOSCALING_CPU, Preset.AUTOSCALING_GPU, Preset.GPU_NODE, Preset.GPU_HEAD);
            case Providers.LOCAL -> List.of(Preset.AUTOSCALING_CPU, Preset.DOCKER);
            case Providers.KUBERNETES ->
                List.of(Preset.AUTOSCALING_CPU, Preset.AUTOSCALING_GPU, Preset.GPU_NODE, Preset.GPU_HEAD);
            default -> List.of(Preset.values());
        };
    }

    /** The same for this machine, fitted to what it has where the preset leaves that open. */
    public static String text(Preset preset, String name, MachineShape here) throws ProblemException {
        String plain = text(Providers.LOCALHOST, preset, name);
        boolean open = preset == Preset.AUTOSCALING_CPU || preset == Preset.AUTOSCALING_GPU;
        return open ? OneMachineText.of(name, here) : plain;
    }

    /** The text of a file that loads without a problem. */
    public static String text(String provider, Preset preset, String name) throws ProblemException {
        if (!Providers.KNOWN.contains(provider)) {
            String instead = Providers.ABSENT.get(provider);
            throw new ProblemException(Problem.error(
                    "CONFIG-PROVIDER",
                    "there is no provider `" + provider + "`",
                    "possible: " + String.join(", ", Providers.KNOWN),
                    instead != null
                            ? instead
                            : Suggestions.nearest(provider, Providers.KNOWN)
                                    .map(n -> "did you mean `" + n + "`?")
                                    .orElse("choose one of them")));
        }
        if (!presets(provider).contains(preset)) {
            throw new ProblemException(Problem.error(
                    "CONFIG-PRESET",
                    "provider `" + provider + "` has no preset `" + preset.word() + "`",
                    provider.equals(Providers.LOCAL)
                            ? "presets do not apply to your own hosts"
                            : provider.equals(Providers.KUBERNETES)
                                    ? "pods are containers already"
                                    : "its nodes run without containers",
                    "choose one of: "
                            + String.join(
                                    ", ",
                                    presets(provider).stream().map(Preset::word).toList())));
        }
        return new StarterText(provider, preset, name).text();
    }

    /** The preset with this name. */
    public static Preset preset(String word) throws ProblemException {
        for (Preset preset : Preset.values()) {
            if (preset.word().equals(word)) {
                return preset;
            }
        }
        throw new ProblemException(Problem.error(
                "CONFIG-PRESET",
                "there is no preset `" + word + "`",
                "possible: " + String.join(", ", Preset.words()),
                Suggestions.nearest(word, Preset.words())
                        .map(n -> "did you mean `" + n + "`?")
                        .orElse("choose one of them")));
    }
}
