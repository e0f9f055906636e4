package io.manta.provider.onprem;

import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a host said of itself.
 *
 * @param claim whose it is, when it is someone's
 * @param ending present while its node is being ended; holds the processes that resist, or nothing
 * @param error what the host could not do, in its script's words
 */
record HostLook(
        Optional<Claim> claim,
        Optional<String> ending,
        Optional<Instant> clock,
        Optional<Long> freeBytes,
        boolean claimed,
        Optional<String> error) {
    /** @param tags known for our own cluster only */
    record Claim(String cluster, String node, Instant created, Map<String, String> tags) {
        Claim {
            tags = Map.copyOf(tags);
        }
    }

    static HostLook parse(List<String> lines) {
        var tags = new HashMap<String, String>();
        var facts = new HashMap<String, String>();
        for (String line : lines) {
            if (line.startsWith("manta:")) {
                String text = line.substring("manta:".length());
                int space = text.indexOf(' ');
                String name = space < 0 ? text : text.substring(0, space);
                String value = space < 0 ? "" : text.substring(space + 1);
                if (name.equals("tag")) {
                    String[] words = value.split(" ", 2);
                    tags.put(Encoding.text(words[0]), words.length < 2 ? "" : Encoding.text(words[1]));
                } else {
                    facts.put(name, value);
                }
            }
        }
        return new HostLook(
                Optional.ofNullable(facts.get("claim")).map(text -> claim(text, tags)),
                Optional.ofNullable(facts.get("ending")),
                number(facts.get("now")).map(Instant::ofEpochSecond),
                number(facts.get("free")).map(kilobytes -> kilobytes * 1024),
                facts.containsKey("claimed"),
                Optional.ofNullable(facts.get("error")));
    }

    private static Claim claim(String text, Map<String, String> tags) {
        String[] words = text.split(" ", 3);
        Instant created = number(words.length > 2 ? words[2] : null)
                .map(Instant::ofEpochSecond)
                .orElse(Instant.EPOCH);
        return new Claim(Encoding.text(words[0]), words.length > 1 ? Encoding.text(words[1]) : "", created, tags);
    }

    private static Optional<Long> number(@Nullable String text) {
        try {
            return text == null || text.isBlank() ? Optional.empty() : Optional.of(Long.parseLong(text.strip()));
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    Optional<Claim> claimOf(String cluster) {
        return claim.filter(held -> held.cluster().equals(cluster));
    }
}
