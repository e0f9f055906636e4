package io.manta.config.resolve;

import io.manta.config.yaml.Fields;
import io.manta.config.yaml.Items;
import io.manta.config.yaml.Scalar;
import io.manta.config.yaml.Value;
import java.util.regex.Pattern;

/** Finds texts of templates that nobody has filled in. */
final class Placeholders {
    private static final Pattern UNFILLED =
            Pattern.compile(".*\\bYOUR_[A-Z_]+.*|<[A-Za-z][A-Za-z _-]*>|\\{[A-Za-z][A-Za-z _-]*}"
                    + "|TYPICALLY_[A-Z_]+|COORDINATOR_HOST.*|WORKER_NODE_\\d_HOSTNAME");

    private final Findings findings;

    Placeholders(Findings findings) {
        this.findings = findings;
    }

    void check(Fields user) {
        for (String key : user.keys()) {
            if (!key.equals("metadata") && !key.endsWith("_commands")) {
                user.get(key).ifPresent(value -> look(key, value));
            }
        }
    }

    static boolean is(String text) {
        return UNFILLED.matcher(text).matches();
    }

    void look(String path, Value value) {
        // Not a pattern switch, which the JVM would make at run time, on the way of every `manta validate`.
        if (value instanceof Fields fields && isUnfilled(fields)) {
            // YAML reads {NAME} without quotes as a mapping.
            warn(path, "{" + fields.keys().iterator().next() + "}", value);
        } else if (value instanceof Fields fields) {
            fields.fields().forEach((key, field) -> look(path + "." + key, field.value()));
        } else if (value instanceof Items items) {
            items.values().forEach(item -> look(path, item));
        } else if (value instanceof Scalar scalar && scalar.data() instanceof String text && is(text)) {
            warn(path, text, value);
        }
    }

    private static boolean isUnfilled(Fields fields) {
        return fields.keys().size() == 1
                && fields.fields().entrySet().stream()
                        .allMatch(f -> f.getKey().matches("[A-Z][A-Z0-9_]{2,}")
                                && f.getValue().value() instanceof Scalar scalar
                                && scalar.isNull());
    }

    private void warn(String path, String text, Value value) {
        findings.warning(
                "CONFIG-PLACEHOLDER",
                "`" + path + "` is still a placeholder: " + text,
                "it comes from a template",
                "replace it by a value of your own",
                value.origin());
    }
}
