package io.manta.provider.onprem;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Values as one word without anything a shell or a line could stumble over. */
final class Encoding {
    private Encoding() {}

    static String word(String text) {
        return text.isEmpty() ? "%" : URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    static String text(String word) {
        return word.equals("%") ? "" : URLDecoder.decode(word, StandardCharsets.UTF_8);
    }

    /** Lines as they stand in a claim. */
    static String tags(Map<String, String> tags) {
        return new TreeMap<>(tags)
                .entrySet().stream()
                        .map(tag -> "tag\t" + word(tag.getKey()) + " " + word(tag.getValue()) + "\n")
                        .collect(Collectors.joining());
    }

    static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }
}
