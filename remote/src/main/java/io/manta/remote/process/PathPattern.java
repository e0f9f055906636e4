package io.manta.remote.process;

import java.util.regex.Pattern;

/**
 * One exclude pattern in rsync's language: {@code *} stops at a slash, {@code **} does not, a leading slash ties it to
 * the root of the transfer, a trailing one to directories; without any other slash it is compared with the last name only.
 */
public final class PathPattern {
    private final Pattern pattern;
    private final boolean onlyDirectories;

    private PathPattern(Pattern pattern, boolean onlyDirectories) {
        this.pattern = pattern;
        this.onlyDirectories = onlyDirectories;
    }

    /** @param base path of the directory whose ignore file holds the pattern, with a slash at the end; else empty */
    public static PathPattern of(String text, String base) {
        boolean onlyDirectories = text.endsWith("/") && text.length() > 1;
        String body = onlyDirectories ? text.substring(0, text.length() - 1) : text;
        boolean anchored = body.startsWith("/");
        String front = anchored ? "" : "(?:.*/)?";
        String regex = Pattern.quote(base) + front + translate(anchored ? body.substring(1) : body);
        return new PathPattern(Pattern.compile(regex, Pattern.DOTALL), onlyDirectories);
    }

    /** @param path relative to the root of the transfer, with slashes between names and none at the ends */
    public boolean matches(String path, boolean directory) {
        return (directory || !onlyDirectories) && pattern.matcher(path).matches();
    }

    private static String translate(String glob) {
        var out = new StringBuilder();
        int i = 0;
        while (i < glob.length()) {
            char c = glob.charAt(i);
            if (glob.startsWith("/***", i) && i + 4 == glob.length()) {
                out.append("(?:/.*)?");
                i += 4;
            } else if (glob.startsWith("**", i)) {
                out.append(".*");
                i += 2;
            } else if (c == '[' && glob.indexOf(']', i + 2) > 0) {
                int end = glob.indexOf(']', i + 2);
                out.append(characterClass(glob.substring(i + 1, end)));
                i = end + 1;
            } else if (c == '\\' && i + 1 < glob.length()) {
                out.append(Pattern.quote(glob.substring(i + 1, i + 2)));
                i += 2;
            } else {
                out.append(
                        switch (c) {
                            case '*' -> "[^/]*";
                            case '?' -> "[^/]";
                            default -> Pattern.quote(String.valueOf(c));
                        });
                i++;
            }
        }
        return out.toString();
    }

    private static String characterClass(String body) {
        boolean negated = body.startsWith("!") || body.startsWith("^");
        String rest = negated ? body.substring(1) : body;
        return "[" + (negated ? "^" : "") + rest.replaceAll("([\\\\\\[\\]&^])", "\\\\$1") + "]";
    }
}
