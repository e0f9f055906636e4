package io.manta.remote.ssh;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** rsync's exclude patterns, for when rsync is not there to apply them. Paths are relative to the copied directory. */
record IgnoreRules(List<Rule> rules) {
    /** @param base the directory whose file it came from, with a slash at the end, or empty */
    record Rule(String base, Pattern pattern, boolean directoriesOnly) {
        boolean matches(String path, boolean directory) {
            return (!directoriesOnly || directory)
                    && path.startsWith(base)
                    && pattern.matcher(path.substring(base.length())).matches();
        }
    }

    static IgnoreRules of(List<String> patterns) {
        return new IgnoreRules(List.of()).plus("", patterns);
    }

    IgnoreRules plus(String base, List<String> patterns) {
        var all = new ArrayList<>(rules);
        for (String pattern : patterns) {
            String text = pattern.strip();
            if (!text.isEmpty() && !text.startsWith("#") && !text.startsWith("!")) {
                all.add(rule(base, text));
            }
        }
        return new IgnoreRules(List.copyOf(all));
    }

    boolean ignores(String path, boolean directory) {
        return rules.stream().anyMatch(rule -> rule.matches(path, directory));
    }

    private static Rule rule(String base, String text) {
        boolean directoriesOnly = text.endsWith("/");
        String pattern = directoriesOnly ? text.substring(0, text.length() - 1) : text;
        boolean anchored = pattern.startsWith("/");
        String glob = regex(anchored ? pattern.substring(1) : pattern);
        return new Rule(base, Pattern.compile(anchored ? glob : "(?:.*/)?" + glob), directoriesOnly);
    }

    private static String regex(String glob) {
        var out = new StringBuilder();
        for (int i = 0; i < glob.length(); i++) {
            char c = glob.charAt(i);
            if (glob.startsWith("/***", i) && i + 4 == glob.length()) {
                return out.append("(?:/.*)?").toString();
            } else if (glob.startsWith("**", i)) {
                out.append(".*");
                i++;
            } else if (c == '*') {
                out.append("[^/]*");
            } else if (c == '?') {
                out.append("[^/]");
            } else if (c == '[' && glob.indexOf(']', i + 1) > 0) {
                int end = glob.indexOf(']', i + 1);
                out.append('[')
                        .append(glob.substring(i + 1, end).replaceFirst("^!", "^"))
                        .append(']');
                i = end;
            } else {
                out.append(Pattern.quote(String.valueOf(c)));
            }
        }
        return out.toString();
    }
}
