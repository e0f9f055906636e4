package io.manta.config.schema;

import io.manta.config.schema.Shape.Table;
import io.manta.config.schema.Shape.Table.Others;
import io.manta.config.yaml.Fields;
import io.manta.config.yaml.Items;
import io.manta.config.yaml.Origin;
import io.manta.config.yaml.Scalar;
import io.manta.config.yaml.Value;
import io.manta.spi.model.Problem;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Holds a tree of values against a shape and reports every difference. */
public final class SchemaCheck {
    private final Consumer<Problem> report;

    public SchemaCheck(Consumer<Problem> report) {
        this.report = report;
    }

    /** Reports at the value's place; {@code path} names the value in texts, empty for the whole file. */
    public void check(Value value, Shape shape, String path) {
        if (value instanceof Scalar scalar && scalar.isNull() && !(shape instanceof Shape.OrNull)) {
            if (!(shape instanceof Shape.Anything)) {
                say(
                        "CONFIG-NULL",
                        "`" + path + "` has no value",
                        "nothing stands behind the colon; that means null in YAML",
                        emptyForm(shape, path),
                        value.origin());
            }
            return;
        }
        // Not a pattern switch: the JVM makes one at run time, which costs a tenth of a whole `manta validate`.
        if (shape instanceof Shape.OrNull o) {
            orNull(value, o, path);
        } else if (shape instanceof Shape.Text t) {
            text(value, t, path);
        } else if (shape instanceof Shape.Whole w) {
            whole(value, w, path);
        } else if (shape instanceof Shape.Amount a) {
            amount(value, a, path);
        } else if (shape instanceof Shape.Truth t) {
            truth(value, t, path);
        } else if (shape instanceof Shape.ListOf l) {
            list(value, l, path);
        } else if (shape instanceof Shape.MapOf m) {
            map(value, m, path);
        } else if (shape instanceof Table t) {
            table(value, t, path);
        } else if (shape instanceof Shape.Either e) {
            either(value, e, path);
        }
    }

    private void orNull(Value value, Shape.OrNull shape, String path) {
        if (!(value instanceof Scalar scalar && scalar.isNull())) {
            check(value, shape.shape(), path);
        }
    }

    private void text(Value value, Shape.Text shape, String path) {
        if (!(value instanceof Scalar scalar) || !(scalar.data() instanceof String text)) {
            String fix = value instanceof Scalar s ? "put it in quotes: \"" + s.text() + "\"" : "write a text";
            if (value instanceof Fields && path.endsWith("]")) {
                fix = "put the whole line behind `- ` in quotes: it holds \": \", which makes it a mapping";
            }
            wrong(value, shape, path, fix);
        } else if (!shape.choices().isEmpty() && !shape.choices().contains(text)) {
            say(
                    "CONFIG-CHOICE",
                    "`" + path + "` cannot be " + text,
                    "it must be " + shape.words()
                            + io.manta.config.yaml.Suggestions.didYouMean(text, shape.choices(), ""),
                    "choose one of them",
                    value.origin());
        }
    }

    private void whole(Value value, Shape.Whole shape, String path) {
        Object data = value instanceof Scalar s && s.data() instanceof Number number ? number : "";
        boolean integral = data instanceof Double d && d == Math.rint(d) && Math.abs(d) < 1e15;
        if (!(data instanceof Long) && !(data instanceof BigInteger) && !integral) {
            wrong(value, shape, path, data instanceof Double ? "round it" : "write a number in digits, without quotes");
            return;
        }
        range(value, data, shape.min(), path);
        if (data instanceof BigInteger) {
            say(
                    "CONFIG-RANGE",
                    "`" + path + "` is too large",
                    "it does not fit into 64 bits",
                    "write a smaller number",
                    value.origin());
        }
    }

    private void amount(Value value, Shape.Amount shape, String path) {
        if (!(value instanceof Scalar s)
                || !(s.data() instanceof Number number)
                || Double.isNaN(number.doubleValue())) {
            wrong(value, shape, path, "write a number in digits, without quotes");
            return;
        }
        range(value, number, 0, path);
        if (Double.isInfinite(number.doubleValue())) {
            say("CONFIG-RANGE", "`" + path + "` is endless", "", "write a number", value.origin());
        }
    }

    private void range(Value value, Object data, long min, String path) {
        if (min != Long.MIN_VALUE && ((Number) data).doubleValue() < min) {
            say(
                    "CONFIG-RANGE",
                    "`" + path + "` is " + data,
                    "it cannot be below " + min,
                    "write " + min + " or more",
                    value.origin());
        }
    }

    private void truth(Value value, Shape.Truth shape, String path) {
        if (!(value instanceof Scalar s && s.data() instanceof Boolean)) {
            wrong(value, shape, path, "write true or false, without quotes");
        }
    }

    private void list(Value value, Shape.ListOf shape, String path) {
        if (!(value instanceof Items items)) {
            wrong(value, shape, path, "write each item on its own line behind `- `");
            return;
        }
        for (int i = 0; i < items.values().size(); i++) {
            check(items.values().get(i), shape.item(), path + "[" + i + "]");
        }
    }

    private void map(Value value, Shape.MapOf shape, String path) {
        if (!(value instanceof Fields fields)) {
            wrong(
                    value,
                    shape,
                    path,
                    "write `" + shape.name().replace(' ', '_') + ": value` lines, indented below the key");
            return;
        }
        fields.fields().forEach((name, field) -> check(field.value(), shape.value(), path + "." + name));
    }

    private void either(Value value, Shape.Either shape, String path) {
        for (Shape option : shape.shapes()) {
            List<Problem> found = new ArrayList<>();
            new SchemaCheck(found::add).check(value, option, path);
            if (found.isEmpty()) {
                return;
            }
        }
        wrong(value, shape, path, "");
    }

    private void table(Value value, Table table, String path) {
        if (!(value instanceof Fields fields)) {
            wrong(value, table, path, "write `key: value` lines, indented below the key");
            return;
        }
        String prefix = path.isEmpty() ? "" : path + ".";
        fields.fields()
                .forEach((name, field) -> table.key(name)
                        .ifPresentOrElse(
                                key -> {
                                    check(field.value(), key.shape(), prefix + name);
                                    ignored(key, field, prefix + name);
                                },
                                () -> UnknownKeys.problem(name, field, table, path)
                                        .ifPresent(report)));
        if (table.others() != Others.PASSED || !table.keys().isEmpty()) {
            missing(fields, table, path);
        }
    }

    /** Somebody who wrote it counts on it. */
    private void ignored(Key key, Fields.Field field, String path) {
        boolean off = field.value() instanceof Scalar scalar && Boolean.FALSE.equals(scalar.data());
        if (key.standing() == Key.Standing.IGNORED && !off) {
            Problem problem =
                    Problem.warning("CONFIG-NO-EFFECT", "`" + path + "` has no effect", key.description(), "remove it");
            report.accept(field.keyOrigin().at().map(problem::at).orElse(problem));
        }
    }

    private void missing(Fields fields, Table table, String path) {
        for (Key key : table.keys()) {
            boolean misspelt = fields.keys().stream()
                    .filter(k -> table.key(k).isEmpty())
                    .anyMatch(k -> io.manta.config.yaml.Suggestions.nearest(k, List.of(key.name()))
                            .isPresent());
            if (key.required() && !fields.has(key.name()) && !misspelt) {
                say(
                        "CONFIG-MISSING-KEY",
                        "`" + key.name() + "` is missing" + (path.isEmpty() ? "" : " in `" + path + "`"),
                        key.description(),
                        "add `" + key.name() + ": " + example(key) + "`",
                        fields.origin());
            }
        }
    }

    private void wrong(Value value, Shape shape, String path, String fix) {
        String name = path.isEmpty() ? "the file" : "`" + path + "`";
        say("CONFIG-TYPE", name + " must be " + shape.words(), "it is " + value.kind(), fix, value.origin());
    }

    private void say(String code, String what, String why, String fix, Origin origin) {
        Problem problem = Problem.error(code, what, why, fix);
        report.accept(origin.at().map(problem::at).orElse(problem));
    }

    private static String emptyForm(Shape shape, String path) {
        String key = path.substring(path.lastIndexOf('.') + 1);
        return switch (shape) {
            case Shape.ListOf l -> "write `" + key + ": []`, or remove the line";
            case Shape.MapOf m -> "write `" + key + ": {}`, or remove the line";
            case Table t -> "write `" + key + ": {}`, or remove the line";
            default -> "write a value, or remove the line";
        };
    }

    /** Something that could stand there. */
    private static String example(Key key) {
        return switch (key.name()) {
            case "cluster_name" -> "my-cluster";
            case "provider" -> "{type: localhost}";
            case "type" -> "localhost";
            case "region" -> "us-west-2";
            case "availability_zone" -> "us-west1-a";
            case "project_id" -> "my-project";
            case "module" -> "package.module.Class";
            default -> key.shape() instanceof Shape.Whole ? "0" : "...";
        };
    }
}
