package io.manta.config.resolve;

import io.manta.config.schema.Providers;
import io.manta.config.yaml.Fields;
import io.manta.spi.model.CommandSettings;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * How Ray comes onto machines as they come, which have no pip, or one that refuses to install anything. Ray goes into the Python
 * environment of the image where it has one (conda, {@code /opt/pytorch}), else into {@code ~/.ray-env}. A machine that has Ray is
 * left alone, and the user's own commands run as they are written.
 */
public final class RayInstallation {
    /** The Ray release that defaults and starter files name. */
    public static final String VERSION = "2.60.0";

    static final String AUTO = "auto";
    static final String NEVER = "never";

    private static final Set<String> PROVIDERS = Set.of(Providers.AWS, Providers.GCP, Providers.LOCAL);
    private static final Pattern RELEASE = Pattern.compile("\\d+\\.\\d+(\\.\\w+)*");
    private static final Pattern PYTHON = Pattern.compile("3\\.\\d+");
    private static final Pattern PIP = Pattern.compile("(?m)(^|[\\s;&|(`])(pip3?|python3? -m pip)\\s");
    private static final Pattern RAY = Pattern.compile("(^|[\\s;&|(])ray\\s+start\\b");
    private static final Pattern ELSEWHERE = Pattern.compile("\\bactivate\\b|\\bconda run\\b");

    private RayInstallation() {}

    static void check(Fields user, String provider, Findings findings) {
        if (user.has("install_ray") && !PROVIDERS.contains(provider)) {
            findings.warning(
                    "CONFIG-INSTALL-RAY",
                    "`install_ray` does nothing with provider `" + provider + "`",
                    "it is for machines of `aws`, `gcp` and `local`",
                    "remove it",
                    user.keyOrigin("install_ray"));
        }
        String wanted = wanted(user);
        if (!wanted.equals(AUTO)
                && !wanted.equals(NEVER)
                && !RELEASE.matcher(wanted).matches()) {
            findings.error(
                    "CONFIG-INSTALL-RAY",
                    "`install_ray` is neither a release of Ray nor `auto` nor `never`",
                    "it is `" + wanted + "`",
                    "write `install_ray: " + VERSION + "`",
                    user.get("install_ray").orElseThrow().origin());
        }
        user.text("install_python")
                .filter(python -> !PYTHON.matcher(python).matches())
                .ifPresent(python -> findings.error(
                        "CONFIG-INSTALL-RAY",
                        "`install_python` is not a version of Python",
                        "it is `" + python + "`",
                        "write `install_python: \"3.12\"`, with quotes",
                        user.get("install_python").orElseThrow().origin()));
    }

    /** The commands with those that bring Ray around them. */
    static CommandSettings around(CommandSettings commands, Stream<String> ofTypes, Fields resolved, String provider) {
        String wanted = wanted(resolved);
        if (!PROVIDERS.contains(provider) || wanted.equals(NEVER)) {
            return commands;
        }
        String python = resolved.text("install_python").orElse("");
        if (!wanted.equals(AUTO)) {
            return commands.around(List.of(script("exact", wanted, python)), List.of());
        }
        boolean fromPath = Stream.concat(commands.headStart().stream(), commands.workerStart().stream())
                .anyMatch(command -> RAY.matcher(command).find()
                        && !ELSEWHERE.matcher(command).find());
        if (!fromPath) {
            return commands;
        }
        boolean pip = Stream.of(commands.headSetup().stream(), commands.workerSetup().stream(), ofTypes)
                .flatMap(all -> all)
                .anyMatch(command -> PIP.matcher(command).find());
        return commands.around(
                pip ? List.of(script("environment", VERSION, python)) : List.of(),
                List.of(script("missing", VERSION, python)));
    }

    private static String wanted(Fields file) {
        return file.flag("install_ray")
                .map(yes -> yes ? VERSION : NEVER)
                .or(() -> file.text("install_ray"))
                .orElse(AUTO);
    }

    /** Its first line is what users see of it. */
    private static String script(String mode, String version, String python) {
        String name = switch (mode) {
            case "environment" -> "make a Python environment, unless this machine has one that pip can use";
            case "missing" -> "install Ray " + version + ", unless this machine has Ray";
            default -> "install Ray " + version;
        };
        return "#: " + name + (python.isEmpty() ? "" : " (Python " + python + ")") + "\n"
                + Defaults.resource("install-ray.sh")
                        .replace("@MODE@", mode)
                        .replace("@VERSION@", version)
                        .replace("@PYTHON@", python);
    }
}
