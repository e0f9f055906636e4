package io.manta.cli.dump;

import io.manta.config.yaml.Secrets;
import java.util.List;
import java.util.regex.Pattern;

/** Takes out of a text what must not be shown around: values of secret names, private keys, tokens, passwords in addresses. */
public final class SafeText {
    private static final Pattern KEY_BEGIN = Pattern.compile("-----BEGIN [A-Z ]*PRIVATE KEY-----");
    private static final Pattern KEY_END = Pattern.compile("-----END [A-Z ]*PRIVATE KEY-----");
    private static final List<Pattern> TOKENS = List.of(
            Pattern.compile("\\b(?:AKIA|ASIA)[0-9A-Z]{16}\\b"),
            Pattern.compile("(?<=[Bb]earer )[\\w.~+/=-]{8,}"),
            Pattern.compile("(?<=://)[^/\\s:@]+:[^/\\s@]+(?=@)"),
            Pattern.compile("\\bgh[pousr]_[A-Za-z0-9]{20,}\\b"),
            Pattern.compile("\\bhf_[A-Za-z0-9]{20,}\\b"));

    private boolean inKey;

    /** Lines must come in their order: a private key stretches over several. */
    public String line(String raw) {
        if (inKey || KEY_BEGIN.matcher(raw).find()) {
            boolean first = !inKey;
            inKey = !KEY_END.matcher(raw).find();
            return first ? Secrets.HIDDEN + " (a private key)" : "";
        }
        String safe = Secrets.hideInLine(raw);
        for (Pattern token : TOKENS) {
            safe = token.matcher(safe).replaceAll(Secrets.HIDDEN);
        }
        return safe;
    }
}
