package io.manta.config.schema;

import io.manta.config.schema.Shape.Table;
import io.manta.config.schema.Shape.Table.Others;
import io.manta.config.yaml.Fields;
import io.manta.config.yaml.Suggestions;
import io.manta.spi.model.Problem;
import java.util.Optional;

/** What to say about a key that its table does not have. */
final class UnknownKeys {
    private UnknownKeys() {}

    static Optional<Problem> problem(String name, Fields.Field field, Table table, String path) {
        if (table.others() == Others.PASSED) {
            return Optional.empty();
        }
        String where = path.isEmpty() ? "at the top level" : "in `" + path + "`";
        String what = "unknown key `" + name + "` " + where;
        Optional<String> near = Suggestions.nearest(name, table.names());
        Optional<String> home = home(name, table);
        String why;
        String fix;
        if (near.isPresent()) {
            why = "did you mean `" + near.get() + "`?";
            fix = "write `" + near.get() + "`";
        } else if (home.isPresent()) {
            why = "`" + name + "` belongs under " + home.get();
            fix = "move it there";
        } else {
            why = table.others() == Others.DOUBTED
                    ? "nothing reads it"
                    : "possible keys: " + String.join(", ", offered(table));
            fix = "remove it" + (path.isEmpty() ? ", or put it under `metadata`, which holds anything" : "");
        }
        Problem problem = table.others() == Others.DOUBTED
                ? Problem.warning("CONFIG-UNKNOWN-KEY", what, why, fix)
                : Problem.error("CONFIG-UNKNOWN-KEY", what, why, fix);
        return Optional.of(field.keyOrigin().at().map(problem::at).orElse(problem));
    }

    private static java.util.List<String> offered(Table table) {
        return table.keys().stream()
                .filter(k -> k.standing() == Key.Standing.RAY || k.standing() == Key.Standing.EXTENSION)
                .map(Key::name)
                .toList();
    }

    /** The table that does have the key. */
    private static Optional<String> home(String name, Table here) {
        if (ConfigSchema.AUTH.key(name).isPresent() && !here.name().equals("auth")) {
            return Optional.of("`auth:`");
        }
        for (String type : Providers.KNOWN) {
            if (!here.name().equals("provider")
                    && ProviderKeys.of(type).key(name).isPresent()) {
                return Optional.of("`provider:`");
            }
        }
        if (!here.name().equals("node type") && ConfigSchema.NODE_TYPE.key(name).isPresent()) {
            return Optional.of("a node type in `available_node_types:`");
        }
        if (!here.name().equals("docker") && ConfigSchema.DOCKER.key(name).isPresent()) {
            return Optional.of("`docker:`");
        }
        if (here.name().equals("node type")
                && !name.isEmpty()
                && (Character.isUpperCase(name.charAt(0))
                        || NodeConfigKeys.GCP.contains(name)
                        || name.equals("spec"))) {
            return Optional.of("`node_config:`");
        }
        if (here.name().equals("the file") && NodeConfigKeys.AWS.contains(name)) {
            return Optional.of("the `node_config:` of a node type");
        }
        if (!here.name().equals("the file")
                && ConfigSchema.forProvider("").key(name).isPresent()) {
            return Optional.of("the top level");
        }
        return Optional.empty();
    }
}
