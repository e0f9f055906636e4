package io.manta.config.tool;

import io.manta.config.yaml.Fields;
import io.manta.spi.model.SourceLocation;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A file cut into its top-level keys, each with the comments above it, so that it can be put together again in another way. */
final class Sections {
    /** @param lead blank lines and comments above the key; {@code body} begins with the key's own line */
    record Section(String key, List<String> lead, List<String> body) {
        Section withBody(List<String> lines) {
            return new Section(key, lead, lines);
        }
    }

    private final List<Section> sections = new ArrayList<>();
    private final List<String> tail = new ArrayList<>();

    private Sections() {}

    /** Empty when the keys do not each start a line of their own. */
    static Optional<Sections> of(Fields root, List<String> lines) {
        var out = new Sections();
        List<String> keys = new ArrayList<>();
        List<Integer> starts = new ArrayList<>();
        List<Map.Entry<String, Fields.Field>> entries =
                new ArrayList<>(root.fields().entrySet());
        entries.sort(Comparator.comparingInt(
                e -> e.getValue().keyOrigin().at().map(SourceLocation::line).orElse(0)));
        for (var entry : entries) {
            Optional<SourceLocation> at = entry.getValue().keyOrigin().at();
            if (at.isEmpty()
                    || at.get().column() != 1
                    || (!starts.isEmpty() && starts.getLast() >= at.get().line() - 1)) {
                return Optional.empty();
            }
            keys.add(entry.getKey());
            starts.add(at.get().line() - 1);
        }
        int from = 0;
        for (int i = 0; i < starts.size(); i++) {
            int next = i + 1 < starts.size() ? starts.get(i + 1) : lines.size();
            int end = next;
            while (end > starts.get(i) + 1 && isBetween(lines.get(end - 1))) {
                end--;
            }
            out.sections.add(new Section(
                    keys.get(i),
                    List.copyOf(lines.subList(from, starts.get(i))),
                    List.copyOf(lines.subList(starts.get(i), end))));
            from = end;
        }
        out.tail.addAll(lines.subList(from, lines.size()));
        return Optional.of(out);
    }

    /** Belongs to what follows rather than to what stands above. */
    private static boolean isBetween(String line) {
        return line.isBlank() || line.startsWith("#");
    }

    Optional<Section> find(String key) {
        return sections.stream().filter(s -> s.key().equals(key)).findFirst();
    }

    void replace(String key, Section section) {
        sections.replaceAll(s -> s.key().equals(key) ? section : s);
    }

    /** Takes the key out, with the comments that stand directly above it. */
    void remove(String key) {
        for (int i = 0; i < sections.size(); i++) {
            Section section = sections.get(i);
            if (!section.key().equals(key)) {
                continue;
            }
            List<String> kept = section.lead()
                    .subList(0, section.lead().size() - comments(section).size());
            sections.remove(i);
            if (i < sections.size()) {
                Section next = sections.get(i);
                var lead = new ArrayList<>(kept);
                lead.addAll(next.lead());
                sections.set(i, new Section(next.key(), lead, next.body()));
            } else {
                tail.addAll(0, kept);
            }
            return;
        }
    }

    /** The comments directly above the key. */
    static List<String> comments(Section section) {
        int start = section.lead().size();
        while (start > 0 && section.lead().get(start - 1).startsWith("#")) {
            start--;
        }
        return section.lead().subList(start, section.lead().size());
    }

    String text() {
        var out = new StringBuilder();
        for (Section section : sections) {
            section.lead().forEach(line -> out.append(line).append('\n'));
            section.body().forEach(line -> out.append(line).append('\n'));
        }
        tail.forEach(line -> out.append(line).append('\n'));
        return out.toString();
    }

    /** The lines shifted so that the least indented stands at this column; blank lines stay blank. */
    static List<String> indented(List<String> lines, int column) {
        int least = lines.stream()
                .filter(l -> !l.isBlank() && !l.startsWith("#"))
                .mapToInt(l -> l.length() - l.stripLeading().length())
                .min()
                .orElse(0);
        return lines.stream()
                .map(l -> l.isBlank()
                        ? ""
                        : " ".repeat(column)
                                + (l.startsWith("#") && least > 0 ? l : l.substring(Math.min(least, l.length()))))
                .toList();
    }
}
