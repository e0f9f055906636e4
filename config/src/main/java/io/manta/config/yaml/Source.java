package io.manta.config.yaml;

import io.manta.spi.model.SourceLocation;
import io.manta.spi.secret.Secrets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A text with a name, which can tell the line of any place in it. Lines that hold a secret are shown without it. */
public final class Source {
    private final String name;
    private final String text;
    private final List<String> lines;
    /** Lines as they may be shown; filled when first asked for, since most never are. */
    private final @Nullable String[] shown;

    public Source(String name, String text) {
        this.name = name;
        this.text = text;
        this.lines = text.lines().toList();
        this.shown = new String[lines.size()];
    }

    public String name() {
        return name;
    }

    public String text() {
        return text;
    }

    public List<String> lines() {
        return lines;
    }

    /** Both 0-based, as YAML parsers count; the answer is 1-based. */
    public SourceLocation at(int line, int column) {
        return new SourceLocation(name, line + 1, column + 1, excerpt(line));
    }

    private String excerpt(int line) {
        if (line < 0 || line >= lines.size()) {
            return "";
        }
        String known = shown[line];
        if (known == null) {
            known = Secrets.hideInLine(lines.get(line));
            shown[line] = known;
        }
        return known;
    }

    /** The place of the code point with this index. */
    public SourceLocation atCodePoint(int index) {
        int end = text.offsetByCodePoints(0, Math.min(index, text.codePointCount(0, text.length())));
        String before = text.substring(0, end);
        int line = (int) before.chars().filter(c -> c == '\n').count();
        String last = before.substring(before.lastIndexOf('\n') + 1);
        return at(line, last.codePointCount(0, last.length()));
    }
}
