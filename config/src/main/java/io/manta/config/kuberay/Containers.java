package io.manta.config.kuberay;

import io.manta.config.yaml.Fields;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** What the container that Ray runs in does: here it idles and is given commands, there it starts Ray. */
final class Containers {
    static final List<String> IDLE_COMMAND = List.of("/bin/bash", "-c", "--");
    static final List<String> IDLE_ARGUMENTS = List.of("trap : TERM INT; sleep infinity & wait;");
    static final Pattern VERSION = Pattern.compile(":(\\d+\\.\\d+\\.\\d+)");

    private static final Pattern IDLES =
            Pattern.compile("\\bsleep\\s+(?:infinity|inf|\\d{4,})\\b|\\btail\\s+-f\\s+/dev/null\\b");

    private Containers() {}

    /** Command and arguments in one line, as the operator joins them. */
    static String command(Fields container) {
        var words = new ArrayList<>(container.texts("command"));
        words.addAll(container.texts("args"));
        return String.join(" ", words);
    }

    static boolean idles(String command) {
        return IDLES.matcher(command).find();
    }
}
