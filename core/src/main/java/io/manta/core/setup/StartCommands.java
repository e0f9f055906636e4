package io.manta.core.setup;

import java.util.List;
import java.util.regex.Pattern;

/**
 * Ray's start commands as Manta runs them: without Ray's own monitor, whose work the daemon does. A user's command with
 * {@code --autoscaling-config} keeps working; the option is what would start the monitor's scaling.
 */
final class StartCommands {
    private static final Pattern AUTOSCALING_CONFIG =
            Pattern.compile("\\s--autoscaling-config(?:=|\\s+)(?:\"[^\"]*\"|'[^']*'|\\S+)");
    private static final Pattern START_HEAD = Pattern.compile("\\bray\\s+start\\b(?=[^;&|]*\\s--head\\b)");

    private static final Pattern ONLY_STOPS = Pattern.compile("(?:#!\\S*)?\\s*ray\\s+stop\\b[^;&|$`<>]*");

    private StartCommands() {}

    static boolean onlyStops(String command) {
        return ONLY_STOPS.matcher(command).matches();
    }

    static List<String> withoutMonitor(List<String> commands) {
        return commands.stream().map(StartCommands::withoutMonitor).toList();
    }

    private static String withoutMonitor(String command) {
        String stripped = AUTOSCALING_CONFIG.matcher(command).replaceAll("");
        if (stripped.contains("--no-monitor")) {
            return stripped;
        }
        return START_HEAD.matcher(stripped).replaceAll("$0 --no-monitor");
    }
}
