package io.manta.config.tool;

import io.manta.config.yaml.Fields;
import io.manta.config.yaml.Items;
import io.manta.config.yaml.Scalar;
import io.manta.config.yaml.Value;
import io.manta.spi.secret.Secrets;
import java.util.ArrayList;
import java.util.List;

/** Writes values as YAML in block style, each line with what it shows, so that something can be written behind it. */
public final class YamlWriter {
    /** One line, and the value whose text it ends with; the mapping or list itself for a line that only opens it. */
    record Line(String text, Value value) {}

    private final List<Line> lines = new ArrayList<>();
    private final boolean hideSecrets;

    private YamlWriter(boolean hideSecrets) {
        this.hideSecrets = hideSecrets;
    }

    /** A whole document, nothing hidden. */
    public static String text(Fields fields) {
        var out = new StringBuilder();
        lines(fields, false).forEach(line -> out.append(line.text()).append('\n'));
        return out.toString();
    }

    static List<Line> lines(Fields fields, boolean hideSecrets) {
        var writer = new YamlWriter(hideSecrets);
        writer.fields(fields, "", "");
        return writer.lines;
    }

    /** @param first what stands before the first key, such as {@code "- "}; later keys are indented */
    private void fields(Fields fields, String first, String indent) {
        String lead = first;
        for (var entry : fields.fields().entrySet()) {
            String key = YamlScalars.flowText(entry.getKey());
            Value value = entry.getValue().value();
            if (hideSecrets && Redaction.hides(entry.getKey(), value)) {
                lines.add(new Line(lead + key + ": " + YamlScalars.text(Secrets.HIDDEN), value));
            } else {
                value(lead + key + ":", value, indent);
            }
            lead = indent;
        }
    }

    private void value(String start, Value value, String indent) {
        switch (value) {
            case Scalar scalar -> lines.add(new Line(start + " " + YamlScalars.write(shown(scalar)), value));
            case Fields fields when fields.isEmpty() -> lines.add(new Line(start + " {}", value));
            case Items items when items.values().isEmpty() -> lines.add(new Line(start + " []", value));
            case Fields fields -> {
                lines.add(new Line(start, value));
                fields(fields, indent + "  ", indent + "  ");
            }
            case Items items -> {
                lines.add(new Line(start, value));
                items(items, indent + "  ");
            }
        }
    }

    /** Commands may carry secrets too, as in {@code export API_TOKEN=...}. */
    private Scalar shown(Scalar scalar) {
        if (hideSecrets && scalar.data() instanceof String text) {
            String masked = Secrets.hideInLine(text);
            return masked.equals(text) ? scalar : Scalar.of(masked, scalar.origin());
        }
        return scalar;
    }

    private void items(Items items, String indent) {
        for (Value item : items.values()) {
            switch (item) {
                case Fields fields when !fields.isEmpty() -> fields(fields, indent + "- ", indent + "  ");
                case Items list
                when !list.values().isEmpty() -> {
                    lines.add(new Line(indent + "-", list));
                    items(list, indent + "  ");
                }
                default -> value(indent + "-", item, indent);
            }
        }
    }
}
