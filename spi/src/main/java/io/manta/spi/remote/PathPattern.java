package io.manta.spi.remote;

import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * One exclude pattern in rsync's language: {@code *} stops at a slash, {@code **} does not, a leading slash ties it to
 * the root of the transfer, a trailing one to directories; without any other slash it is compared with the last name only.
 */
public final class PathPattern {
    private final String base;
    private final Pattern pattern;
    private final boolean onlyDirectories;
    private final boolean onlyName;
    private final String front;
    private final boolean slashBehindDirectory;

    private PathPattern(String text, String base) {
        this.base = base;
        this.onlyDirectories = text.endsWith("/") && text.length() > 1;
        String body = onlyDirectories ? text.substring(0, text.length() - 1) : text;
        boolean wild = body.matches("(?s).*[*?\\[].*");
        boolean anywhere = wild && body.contains("**");
        this.onlyName = body.indexOf('/') < 0 && !anywhere;
        // "**/x" shall match an x at the root as well, and "x/***" the directory x itself.
        this.front = wild && body.startsWith("**") ? "/" : "";
        this.slashBehindDirectory = wild && body.endsWith("***");
        boolean anchored = body.startsWith("/");
        String own = anchored ? body.substring(1) : body;
        String regex = wild ? translate(own) : Pattern.quote(own);
        String lead = anchored ? Pattern.quote(base) : onlyName || !front.isEmpty() ? "" : "(?:.*/)?";
        this.pattern = compile(lead, regex, own);
    }

    /** A character class may be one that makes no sense, such as {@code [z-a]}; then it stands for itself. */
    private static Pattern compile(String lead, String regex, String text) {
        try {
            return Pattern.compile(lead + regex, Pattern.DOTALL);
        } catch (PatternSyntaxException e) {
            return Pattern.compile(lead + Pattern.quote(text), Pattern.DOTALL);
        }
    }

    /** @param base path of the directory whose ignore file holds the pattern, with a slash at the end; else empty */
    public static PathPattern of(String text, String base) {
        return new PathPattern(text, base);
    }

    /** @param path relative to the root of the transfer, with slashes between names and none at the ends */
    public boolean matches(String path, boolean directory) {
        if ((onlyDirectories && !directory) || !path.startsWith(base)) {
            return false;
        }
        String name = onlyName ? path.substring(path.lastIndexOf('/') + 1) : path;
        String behind = directory && slashBehindDirectory ? "/" : "";
        return pattern.matcher(front + name + behind).matches();
    }

    private static String translate(String glob) {
        var out = new StringBuilder();
        int i = 0;
        while (i < glob.length()) {
            char c = glob.charAt(i);
            if (glob.startsWith("**", i)) {
                out.append(".*");
                while (i < glob.length() && glob.charAt(i) == '*') {
                    i++;
                }
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
        String rest = (negated ? body.substring(1) : body).replaceAll("([\\\\\\[\\]&^])", "\\\\$1");
        return "(?!/)[" + (negated ? "^" : "") + rest + "]";
    }
}
