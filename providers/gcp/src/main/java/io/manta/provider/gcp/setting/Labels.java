package io.manta.provider.gcp.setting;

import io.manta.provider.gcp.api.GcpProblems;
import io.manta.spi.provider.ProviderException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Tags as Google has them: labels, with lower-case letters, digits, dashes and underscores only. What does not fit is written with
 * a mark in front and {@code _2e} in place of each character that is not allowed.
 */
public final class Labels {
    private static final int LONGEST = 63;
    private static final String VALUE_MARK = "__";
    private static final String KEY_MARK = "m__";
    private static final Pattern KEY = Pattern.compile("[a-z][-_a-z0-9]{0,62}");
    private static final Pattern VALUE = Pattern.compile("[-_a-z0-9]{0,63}");

    private Labels() {}

    public static Map<String, String> outward(Map<String, String> tags) throws ProviderException {
        var labels = new LinkedHashMap<String, String>();
        for (var tag : tags.entrySet()) {
            String key = fit(tag.getKey(), KEY, KEY_MARK);
            String value = fit(tag.getValue(), VALUE, VALUE_MARK);
            if (key.length() > LONGEST || value.length() > LONGEST) {
                throw GcpProblems.label(tag.getKey(), tag.getValue());
            }
            labels.put(key, value);
        }
        return labels;
    }

    public static Map<String, String> inward(Map<String, String> labels) {
        var tags = new LinkedHashMap<String, String>();
        labels.forEach((key, value) -> tags.put(original(key, KEY_MARK), original(value, VALUE_MARK)));
        return tags;
    }

    private static String fit(String text, Pattern allowed, String mark) {
        return allowed.matcher(text).matches() && !text.startsWith(mark) ? text : mark + escaped(text);
    }

    private static String escaped(String text) {
        var out = new StringBuilder();
        for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
            char c = (char) b;
            boolean plain = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-';
            out.append(plain ? String.valueOf(c) : "_" + HexFormat.of().toHexDigits(b));
        }
        return out.toString();
    }

    private static String original(String text, String mark) {
        if (!text.startsWith(mark)) {
            return text;
        }
        byte[] bytes = new byte[text.length()];
        int length = 0;
        for (int at = mark.length(); at < text.length(); at++) {
            if (text.charAt(at) == '_' && at + 2 < text.length() && HexFormat.isHexDigit(text.charAt(at + 1))) {
                bytes[length++] = (byte) HexFormat.fromHexDigits(text, at + 1, at + 3);
                at += 2;
            } else {
                bytes[length++] = (byte) text.charAt(at);
            }
        }
        return new String(bytes, 0, length, StandardCharsets.UTF_8);
    }
}
