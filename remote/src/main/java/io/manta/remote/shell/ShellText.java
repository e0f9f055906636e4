package io.manta.remote.shell;

import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Pieces of shell text that mean exactly what they are given. */
public final class ShellText {
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_@%+=:,./-]+");
    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

    private ShellText() {}

    /** One word; left bare where that is safe, so that logs stay readable. */
    public static String quote(String word) {
        return PLAIN.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'";
    }

    public static String join(Collection<String> words) {
        return words.stream().map(ShellText::quote).collect(Collectors.joining(" "));
    }

    /** {@code export A=… B=…; } in name order, or nothing. */
    public static String exports(Map<String, String> variables) {
        if (variables.isEmpty()) {
            return "";
        }
        return new TreeMap<>(variables)
                .entrySet().stream()
                        .map(e -> name(e.getKey()) + "=" + quote(e.getValue()))
                        .collect(Collectors.joining(" ", "export ", "; "));
    }

    /** A path as a word in which a leading {@code ~} still means home. */
    public static String path(String path) {
        if (path.equals("~")) {
            return "\"$HOME\"";
        }
        return path.startsWith("~/") ? "\"$HOME\"/" + quote(path.substring(2)) : quote(path);
    }

    private static String name(String variable) {
        if (!NAME.matcher(variable).matches()) {
            throw new IllegalArgumentException("not a variable name: " + variable);
        }
        return variable;
    }
}
