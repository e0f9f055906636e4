package io.manta.config.tool;

import com.fasterxml.jackson.jr.ob.JSON;
import io.manta.config.Loaded;
import io.manta.config.yaml.Fields;
import io.manta.config.yaml.Items;
import io.manta.config.yaml.Scalar;
import io.manta.config.yaml.Source;
import io.manta.config.yaml.Value;
import io.manta.config.yaml.YamlReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;

/** Prints the resolved configuration as YAML, with the origin of every value behind it. Secrets are hidden. */
public final class ResolvedConfigPrinter {
    private static final int WIDEST_COLUMN = 60;

    private ResolvedConfigPrinter() {}

    /** YAML that can be loaded again, apart from hidden secrets. */
    public static String plain(Loaded loaded) {
        var out = new StringBuilder();
        YamlWriter.lines(loaded.tree(), true)
                .forEach(line -> out.append(line.text()).append('\n'));
        return out.toString();
    }

    /** The same for programs. */
    public static String json(Loaded loaded) {
        try {
            // By way of the text, which hides secrets wherever they stand.
            Value hidden = YamlReader.read(new Source("resolved", plain(loaded)), problem -> {})
                    .orElseThrow();
            return JSON.std
                    .with(JSON.Feature.PRETTY_PRINT_OUTPUT, JSON.Feature.WRITE_NULL_PROPERTIES)
                    .asString(hidden.plain());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The same with a comment behind each value. */
    public static String withOrigins(Loaded loaded) {
        List<YamlWriter.Line> lines = YamlWriter.lines(loaded.tree(), true);
        int column = lines.stream()
                .mapToInt(l -> l.text().length())
                .filter(n -> n <= WIDEST_COLUMN)
                .max()
                .orElse(0);
        var out = new StringBuilder();
        for (YamlWriter.Line line : lines) {
            Optional<String> origin = origin(line);
            String pad = " ".repeat(Math.max(0, column - line.text().length()) + 2);
            out.append(line.text())
                    .append(origin.map(o -> pad + "# " + o).orElse(""))
                    .append('\n');
        }
        return out.toString();
    }

    private static Optional<String> origin(YamlWriter.Line line) {
        return switch (line.value()) {
            case Scalar scalar -> Optional.of(scalar.origin().describe());
            case Fields fields
            when fields.isEmpty() || line.text().contains(io.manta.spi.secret.Secrets.HIDDEN) ->
                Optional.of(fields.origin().describe());
            case Items items
            when items.values().isEmpty() -> Optional.of(items.origin().describe());
            default -> Optional.empty();
        };
    }
}
