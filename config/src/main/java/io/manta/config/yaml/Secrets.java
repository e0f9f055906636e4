package io.manta.config.yaml;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Which keys hold secrets, and how a line or a value is shown without them. */
public final class Secrets {
    /** What stands in for a secret. */
    public static final String HIDDEN = "***";

    private static final String WORDS =
            "password|passwd|passphrase|secret|token|credentials?|api[-_]?key|access[-_]?key"
                    + "|private[-_]?key[-_]?data|account[-_]?key|sas[-_]?key";
    private static final Pattern KEY = Pattern.compile(
            "(?i)(?:^|.*[-_.])(?:" + WORDS + ")(?:$|[-_](?:id|value|data|json)$)|(?i).*(?:secret|password|token)");
    private static final Pattern IN_LINE = Pattern.compile("(?i)([\"']?[\\w.-]*(?:" + WORDS
            + ")[\\w.-]*[\"']?\\s*[:=]\\s*)([\"']?)([^\\s\"',}{\\[\\]#&*!|>][^\"',}\\s]*)");

    /** Every word above has one of these; most lines have none, and this is quick. */
    private static final Pattern SUSPECT = Pattern.compile("(?i)passw|passphrase|secret|token|credential|key");

    private Secrets() {}

    /** Whether the value under this key must not be shown. Paths of key files and the like are not secret. */
    public static boolean isSecretKey(String key) {
        return KEY.matcher(key).matches();
    }

    /** The line with what looks like a secret value masked, every other character in its column. */
    public static String hideInLine(String line) {
        if ((line.indexOf(':') < 0 && line.indexOf('=') < 0)
                || !SUSPECT.matcher(line).find()) {
            return line;
        }
        Matcher found = IN_LINE.matcher(line);
        var out = new StringBuilder();
        while (found.find()) {
            String masked = "*".repeat(found.group(3).length());
            found.appendReplacement(out, Matcher.quoteReplacement(found.group(1) + found.group(2) + masked));
        }
        return found.appendTail(out).toString();
    }
}
