package io.manta.config.kuberay;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The options of {@code ray start}: words of a command here, a mapping of texts in a RayCluster. */
final class StartParams {
    /** Given by whoever starts Ray, on both sides. */
    private static final Set<String> IMPLIED = Set.of("head", "address", "autoscaling-config", "block", "no-monitor");
    /** Options whose truth values are written out; for all others, {@code true} is the option alone. */
    private static final Set<String> WORDED = Set.of("log-color", "include-dashboard");

    private static final Pattern WORD = Pattern.compile("(?:\"(?:\\\\.|[^\"\\\\])*\"|'[^']*'|[^\\s\"'])+");
    private static final Pattern STARTS =
            Pattern.compile("(?:\\s*ulimit\\s[^;&|]*;)?\\s*(?:ray\\s+stop\\s*(?:;|&&))?\\s*ray\\s+start\\b([^;&|]*)");
    private static final Pattern STOPS = Pattern.compile("\\s*ray\\s+stop\\b[^;&|]*");

    private StartParams() {}

    static boolean onlyStops(String command) {
        return STOPS.matcher(command).matches();
    }

    /** Empty when the command does more than start Ray. */
    static Optional<Map<String, String>> of(String command) {
        Matcher start = STARTS.matcher(command);
        if (!start.matches()) {
            return Optional.empty();
        }
        var words = new ArrayList<String>();
        Matcher word = WORD.matcher(start.group(1));
        while (word.find()) {
            words.add(word.group());
        }
        return read(words);
    }

    private static Optional<Map<String, String>> read(List<String> words) {
        var params = new LinkedHashMap<String, String>();
        for (int i = 0; i < words.size(); i++) {
            String word = words.get(i);
            if (!word.startsWith("--")) {
                return Optional.empty();
            }
            int equals = word.indexOf('=');
            String name = equals < 0 ? word.substring(2) : word.substring(2, equals);
            boolean alone = i + 1 == words.size() || words.get(i + 1).startsWith("--");
            String value = equals >= 0 ? word.substring(equals + 1) : alone ? "true" : words.get(++i);
            if (!IMPLIED.contains(name) && !(name.equals("port") && value.equals("6379"))) {
                params.put(name, value);
            }
        }
        return Optional.of(params);
    }

    /** The same as words of a command, each with a space in front. */
    static String words(Map<String, String> params) {
        var out = new StringBuilder();
        params.forEach((name, value) -> {
            if (IMPLIED.contains(name) || (value.equals("false") && !WORDED.contains(name))) {
                return;
            }
            out.append(" --").append(name);
            if (!value.equals("true") || WORDED.contains(name)) {
                out.append('=').append(value);
            }
        });
        return out.toString();
    }
}
