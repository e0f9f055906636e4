package io.manta.config.tool;

import io.manta.config.schema.ConfigSchema;
import io.manta.config.schema.Key;
import io.manta.config.schema.Providers;
import io.manta.config.schema.Shape;
import io.manta.config.schema.Shape.Table;
import java.util.List;

/** {@code docs/config-reference.md}, made from the schema. */
public final class ReferencePage {
    private static final String INTRODUCTION = """
            # Cluster file reference

            This page is made from the schema that the validator uses (`manta schema` prints it for editors); a test fails when it is stale.

            A cluster file is YAML 1.1 as Ray's launcher reads it. Keys marked *Manta* are extensions: Ray's launcher refuses or ignores
            them. A key that you write replaces the provider's default for that key as a whole; nothing is merged below the top level.
            `manta config FILE` prints the whole configuration and where each value came from.

            Where Manta's defaults differ from Ray's: machines of `aws`, `gcp` and `local` without Ray get the release 2.60.0 (`install_ray`)
            instead of a nightly wheel; `kubernetes`, `localhost` and `simulated` exist; `external` has defaults for all commands.

            """;

    private ReferencePage() {}

    public static String text() {
        var out = new StringBuilder(INTRODUCTION);
        Table top = ConfigSchema.forProvider("");
        table(
                out,
                "Top level",
                "",
                top,
                List.of(Key.Standing.RAY, Key.Standing.EXTENSION, Key.Standing.IGNORED, Key.Standing.INTERNAL));
        table(out, "Node types", "Each entry of `available_node_types`.", ConfigSchema.NODE_TYPE);
        table(out, "Containers of a node type", "`docker` inside a node type.", ConfigSchema.NODE_TYPE_DOCKER);
        table(
                out,
                "Containers",
                "`docker` at the top level. Off unless there is an image and a name.",
                ConfigSchema.DOCKER);
        table(out, "Logging in", "`auth`.", ConfigSchema.AUTH);
        for (String type : Providers.KNOWN) {
            table(out, "Provider `" + type + "`", "`provider` with `type: " + type + "`.", ConfigSchema.provider(type));
        }
        table(
                out,
                "Keys of old files",
                "Understood, with a note that shows the modern form. `manta config --modernize` rewrites them.",
                top,
                List.of(Key.Standing.LEGACY));
        return out.toString();
    }

    private static void table(StringBuilder out, String title, String lead, Table table) {
        table(out, title, lead, table, List.of(Key.Standing.values()));
    }

    private static void table(StringBuilder out, String title, String lead, Table table, List<Key.Standing> standings) {
        out.append("## ").append(title).append("\n\n");
        if (!lead.isEmpty()) {
            out.append(lead).append("\n\n");
        }
        out.append("| key | value | default | meaning |\n|---|---|---|---|\n");
        for (Key key : table.keys()) {
            if (standings.contains(key.standing())) {
                out.append("| `%s` | %s | %s | %s |\n".formatted(key.name(), words(key), byDefault(key), meaning(key)));
            }
        }
        out.append('\n');
        for (Key key : table.keys()) {
            if (key.shape() instanceof Table inner
                    && inner.others() != Table.Others.PASSED
                    && isSmall(inner)
                    && standings.contains(key.standing())) {
                table(out, title + ", `" + key.name() + "`", "", inner);
            }
        }
    }

    /** The large tables have a heading of their own. */
    private static boolean isSmall(Table table) {
        return !List.of("provider", "auth", "docker", "node type", "docker of a node type")
                .contains(table.name());
    }

    private static String words(Key key) {
        return key.shape() instanceof Shape.MapOf map && !(map.value() instanceof Shape.Anything)
                ? "mapping from " + map.name() + " to " + map.value().words()
                : key.shape().words();
    }

    private static String byDefault(Key key) {
        return key.required() ? "**required**" : key.byDefault();
    }

    private static String meaning(Key key) {
        return switch (key.standing()) {
            case EXTENSION -> key.description() + " *Manta.*";
            case IGNORED -> "No effect. " + key.description();
            case INTERNAL -> key.description() + " *Written by programs.*";
            default -> key.description();
        };
    }
}
