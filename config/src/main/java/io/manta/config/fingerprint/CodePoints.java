package io.manta.config.fingerprint;

import java.util.Comparator;

/** Orders texts as Python does, by code point; Java's own order differs beyond the basic plane. */
final class CodePoints {
    static final Comparator<String> ORDER = CodePoints::compare;

    private CodePoints() {}

    private static int compare(String a, String b) {
        int length = Math.min(a.length(), b.length());
        for (int i = 0; i < length; i++) {
            char x = a.charAt(i);
            char y = b.charAt(i);
            if (x != y) {
                boolean sx = Character.isSurrogate(x);
                boolean sy = Character.isSurrogate(y);
                return sx == sy ? Character.compare(x, y) : sx ? 1 : -1;
            }
        }
        return Integer.compare(a.length(), b.length());
    }
}
