package io.manta.spi.secret;

import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Which keys hold secrets, and how a line or a value is shown without them. */
public final class Secrets {
    /** What stands in for a secret. */
    public static final String HIDDEN = "***";

    private static final String WORDS =
            "passw|passphrase|secret|token|credential|api[-_]?key|access[-_]?key|account[-_]?key";
    /** Of a bounded length: lines may be long, and looking at each must stay quick. */
    static final String NAME = "[\\w.-]{0,40}(?:" + WORDS + ")[\\w.-]{0,40}";

    private static final Pattern WORD = Pattern.compile("(?i)" + WORDS);
    /** Names of things that hold secrets elsewhere: paths, and references in Kubernetes manifests. */
    private static final List<String> NAMES_ONLY =
            List.of("file", "path", "dir", "secretname", "imagepullsecrets", "secretkeyref", "secretref");
    /** A name, a colon or an equals sign, and the value: quoted, or up to where a YAML or a shell word ends. */
    private static final Pattern IN_LINE = Pattern.compile("(?i)(" + NAME + "[\"']?\\s*)"
            + "(?:(:\\s+|:(?=[\"']))(\"[^\"\\\\]*+(?:\\\\.[^\"\\\\]*+){0,300}+\"?|'[^']*'?|[^\\s,}{\\[\\]&*!|>\"'#][^,}]*)"
            + "|((?<=\\s)=\\s*|=)(\"[^\"\\\\]*+(?:\\\\.[^\"\\\\]*+){0,300}+\"?|'[^']*'?|[^\\s\"';&|]+))");

    private Secrets() {}

    /** Whether the value under this key must not be shown. */
    public static boolean isSecretKey(String key) {
        String lower = key.toLowerCase(Locale.ROOT);
        return WORD.matcher(lower).find() && NAMES_ONLY.stream().noneMatch(lower::endsWith);
    }

    /** The line with what looks like a secret value masked, every other character in its column. */
    public static String hideInLine(String line) {
        if (!WORD.matcher(line).find()) {
            return line;
        }
        Matcher found = IN_LINE.matcher(line);
        var out = new StringBuilder();
        while (found.find()) {
            boolean yaml = found.group(2) != null;
            String name = found.group(1).replaceAll("[\"'\\s]", "");
            String value = yaml ? found.group(3) : found.group(5);
            String shown = isSecretKey(name) ? "*".repeat(value.length()) : value;
            String sign = yaml ? found.group(2) : found.group(4);
            found.appendReplacement(out, Matcher.quoteReplacement(found.group(1) + sign + shown));
        }
        return found.appendTail(out).toString();
    }
}
