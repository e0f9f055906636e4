package io.manta.spi.secret;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Takes out of a text what must not be shown around: values of secret names however they are written, private keys, tokens,
 * passwords in addresses. For logs, events, dumps and what problems quote of them.
 */
public final class SafeText {
    private static final Pattern KEY_BEGIN = Pattern.compile("-----BEGIN [A-Z ]*PRIVATE KEY(?: BLOCK)?-----");
    private static final Pattern KEY_END = Pattern.compile("-----END [A-Z ]*PRIVATE KEY(?: BLOCK)?-----");
    /** A longer one is none: its beginning stood alone, and what follows is worth reading. */
    private static final int LONGEST_KEY = 200;

    /** The rest of a longer one is cut off: nobody reads it, and looking through it must stay quick. */
    private static final int LONGEST_LINE = 20_000;

    private static final String NAME = Secrets.NAME;
    private static final String VALUE = "(\"[^\"\\\\]*+(?:\\\\.[^\"\\\\]*+){0,300}+\"?|'[^']*'?|[^\\s\"']\\S*)";

    /** A name and what is said of it, as the first group, and a value as the second. */
    private static final List<Pattern> NAMED = patterns(
            // --password x, -token x
            "((?<![\\w-])--?(" + NAME + ")\\s+)(?!-)" + VALUE,
            // {\"password\": \"x\"} within a string, also of several layers
            "((" + NAME + ")\\\\+[\"']\\s*:\\s*\\\\+[\"'])(.{0,2000}?)(?=\\\\+[\"']|$)",
            // {"name": "PASSWORD", "value": "x"}
            "([\"']?name[\"']?\\s*[:=]\\s*[\"']?(" + NAME + ")[\"']?\\s*,\\s*[\"']?value[\"']?\\s*[:=]\\s*)" + VALUE,
            "(<(" + NAME + ")>)([^<]+)",
            "((" + NAME + ")[\"']?\\s*=>\\s*)" + VALUE,
            "((" + NAME + ")[\"']?\\s*:=\\s*)" + VALUE,
            // Dockerfiles and programs that keep settings
            "(\\b(?:ENV|ARG|set|setx)\\s+(" + NAME + ")\\s+)(?![=:])" + VALUE);

    /** What says by itself that a secret follows, as the first group, and the secret as the second. */
    private static final List<Pattern> ANNOUNCED = patterns(
            "(authorization[\"']?\\s*[:=]\\s*[\"']?(?:(?:bearer|basic|token|digest|negotiate|apikey)\\s+)?)([^\\s\"',]+)",
            "(\\bbearer\\s+)((?=\\S*[\\d._-]|\\S{16})[\\w.~+/=-]{8,})",
            "(\\b(?:set-)?cookie\\s*:\\s*)(.+)",
            "(\\blogin\\s+\\S+\\s+password\\s+)(\\S+)",
            "(\\b(?:token|password|passphrase|secret) (?:is|was) )([\"']?[^\\s\"']{6,}[\"']?)",
            "(\\b(?:token|password|passphrase) )(\"[^\"]+\"|'[^']+')",
            "(\\bidentified by )(\\S+)",
            "((?:sshpass|\\blogin|mysql\\w*|mariadb\\S*|mongo\\w*|mssql\\S*|sqlcmd|htpasswd)\\b[^|;&]{0,200}?\\s-p\\s*)"
                    + VALUE,
            "(\\bredis-cli\\b[^|;&]{0,200}?\\s-a\\s*)" + VALUE,
            "(\\bcurl\\b[^|;&]{0,200}?\\s(?:-u|--user|--proxy-user)[\\s=]*)" + VALUE,
            "(\\bwget\\b[^|;&]{0,200}?\\s--(?:http-)?passw\\w*[\\s=]+)" + VALUE,
            "([?&](?:x-amz-signature|x-amz-credential|x-goog-signature|x-goog-credential|sig|signature|key|code)=)([^&\\s\"']+)",
            "(-pass(?:in|out)?\\s+pass:)(\\S+)");

    /** What is a secret wherever it stands. */
    private static final List<Pattern> TOKENS = List.of(
            Pattern.compile("\\b(?:AKIA|ASIA)[0-9A-Z]{16}\\b"),
            Pattern.compile("(?<=://)[^/\\s\"':]{0,100}:[^/\\s\"']{0,200}(?=@)"),
            Pattern.compile("(?<=https?://)[^/\\s\"'@]{1,300}(?=@)"),
            Pattern.compile("\\bgh[pousr]_[A-Za-z0-9]{20,}\\b"),
            Pattern.compile("\\bgithub_pat_\\w{20,}\\b"),
            Pattern.compile("\\bglpat-[\\w-]{16,}"),
            Pattern.compile("\\b(?:hf|npm)_[A-Za-z0-9]{20,}\\b"),
            Pattern.compile("\\bpypi-[\\w-]{30,}"),
            Pattern.compile("\\bxox[abeoprs]-[\\w-]{10,}"),
            Pattern.compile("\\bsk-[\\w-]{20,}"),
            Pattern.compile("\\b[sr]k_(?:live|test)_\\w{16,}"),
            Pattern.compile("\\bAIza[\\w-]{35}"),
            Pattern.compile("\\bya29\\.[\\w.-]{20,}"),
            Pattern.compile("\\bGOCSPX-[\\w-]{20,}"),
            Pattern.compile("\\bhv[sbr]\\.[\\w-]{20,}"),
            Pattern.compile("\\bSG\\.[\\w-]{16,}\\.[\\w-]{16,}"),
            Pattern.compile("\\bdop_v1_[0-9a-f]{32,}"),
            Pattern.compile("\\bAGE-SECRET-KEY-1[0-9A-Z]{30,}"),
            Pattern.compile("\\beyJ[\\w-]{8,}\\.[\\w-]{8,}\\.[\\w-]*"));

    /** Lines after which the value stands on lines of its own. */
    private static final Pattern BLOCK =
            Pattern.compile("(?i)^(\\s*(?:- )?)[\"']?(" + NAME + ")[\"']?:\\s*[|>][+-]?\\d?\\s*$");

    private static final Pattern NAME_LINE =
            Pattern.compile("(?i)^\\s*(?:- )?name:\\s*[\"']?(" + NAME + ")[\"']?\\s*,?$");
    private static final Pattern VALUE_LINE = Pattern.compile("^(\\s*value:\\s*)(\\S.*)$");

    private int keyLines;
    private int blockIndent = -1;
    private boolean valueFollows;

    /** For the lines of one text. */
    public SafeText() {}

    private static List<Pattern> patterns(String... texts) {
        return Stream.of(texts).map(text -> Pattern.compile("(?i)" + text)).toList();
    }

    /** A text of several lines at once. */
    public static String of(String text) {
        var safe = new SafeText();
        return text.lines().count() < 2
                ? safe.line(text)
                : String.join(
                        "\n",
                        List.of(text.split("\n", -1)).stream().map(safe::line).toList());
    }

    /** Lines must come in their order: a private key stretches over several. */
    public String line(String raw) {
        if (keyLines > 0 || KEY_BEGIN.matcher(raw).find()) {
            boolean first = keyLines == 0;
            keyLines = KEY_END.matcher(raw).find() || keyLines >= LONGEST_KEY ? 0 : keyLines + 1;
            return first ? Secrets.HIDDEN + " (a private key)" : "";
        }
        if (inBlock(raw)) {
            return raw.substring(0, indent(raw)) + Secrets.HIDDEN;
        }
        Matcher value = VALUE_LINE.matcher(raw);
        if (valueFollows && value.matches()) {
            valueFollows = false;
            return value.group(1) + Secrets.HIDDEN;
        }
        valueFollows = NAME_LINE.matcher(raw).matches();
        return inLine(raw);
    }

    private boolean inBlock(String raw) {
        if (blockIndent >= 0 && !raw.isBlank() && indent(raw) <= blockIndent) {
            blockIndent = -1;
        }
        if (blockIndent >= 0) {
            return true;
        }
        Matcher block = BLOCK.matcher(raw);
        if (block.matches() && Secrets.isSecretKey(block.group(2))) {
            blockIndent = block.group(1).length();
        }
        return false;
    }

    private static int indent(String line) {
        return line.length() - line.stripLeading().length();
    }

    private static String inLine(String raw) {
        String safe = raw.length() > LONGEST_LINE ? raw.substring(0, LONGEST_LINE) + " (cut off)" : raw;
        for (Pattern token : TOKENS) {
            safe = token.matcher(safe).replaceAll(Secrets.HIDDEN);
        }
        for (Pattern announced : ANNOUNCED) {
            safe = announced
                    .matcher(safe)
                    .replaceAll(found -> Matcher.quoteReplacement(found.group(1) + Secrets.HIDDEN));
        }
        for (Pattern named : NAMED) {
            safe = named.matcher(safe)
                    .replaceAll(found -> Matcher.quoteReplacement(
                            Secrets.isSecretKey(found.group(2)) ? found.group(1) + Secrets.HIDDEN : found.group()));
        }
        return Secrets.hideInLine(safe);
    }
}
