package io.manta.config.fingerprint;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** SHA-256 in Ray's spelling: base32hex, lower case, without padding. */
final class RayHash {
    private static final String DIGITS = "0123456789abcdefghijklmnopqrstuv";

    private RayHash() {}

    static MessageDigest digest() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    static String of(String... texts) {
        MessageDigest digest = digest();
        for (String text : texts) {
            digest.update(text.getBytes(StandardCharsets.UTF_8));
        }
        return spell(digest.digest());
    }

    static String hex(String text) {
        return HexFormat.of().formatHex(digest().digest(text.getBytes(StandardCharsets.UTF_8)));
    }

    static String spell(byte[] bytes) {
        var out = new StringBuilder();
        int buffer = 0;
        int bits = 0;
        for (byte b : bytes) {
            buffer = (buffer << 8) | (b & 0xFF);
            bits += 8;
            while (bits >= 5) {
                bits -= 5;
                out.append(DIGITS.charAt((buffer >> bits) & 31));
            }
            buffer &= (1 << bits) - 1;
        }
        if (bits > 0) {
            out.append(DIGITS.charAt((buffer << (5 - bits)) & 31));
        }
        return out.toString();
    }
}
