package io.manta.config.yaml;

import io.manta.config.yaml.Fields.Field;
import io.manta.spi.model.Problem;
import io.manta.spi.model.SourceLocation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.events.AliasEvent;
import org.yaml.snakeyaml.events.Event;
import org.yaml.snakeyaml.events.MappingStartEvent;
import org.yaml.snakeyaml.events.NodeEvent;
import org.yaml.snakeyaml.events.ScalarEvent;
import org.yaml.snakeyaml.events.SequenceStartEvent;
import org.yaml.snakeyaml.parser.Parser;
import org.yaml.snakeyaml.parser.ParserImpl;
import org.yaml.snakeyaml.reader.StreamReader;

/**
 * Reads one YAML document into a tree of {@link Value}s. Reports every duplicate key, unknown tag and alias that it can get past;
 * never throws, whatever the text.
 */
public final class YamlReader {
    private static final int DEEPEST = 100;
    /** Values a document may have once its aliases are followed; a thousand node types have some 20,000. */
    private static final long MOST_VALUES = 2_000_000;

    private final Source source;
    private final Function<SourceLocation, Origin> origins;
    private final Consumer<Problem> report;
    private final Parser parser;
    private final Map<String, Anchored> anchors = new HashMap<>();
    private final Set<String> open = new HashSet<>();
    private long values;
    private int depth;

    private record Anchored(Value value, long size) {}

    /** Ends reading where going on makes no sense; the problem has been reported. */
    private static final class Refused extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    private YamlReader(Source source, Function<SourceLocation, Origin> origins, Consumer<Problem> report) {
        this.source = source;
        this.origins = origins;
        this.report = report;
        var options = new LoaderOptions();
        options.setCodePointLimit(Integer.MAX_VALUE);
        this.parser = new ParserImpl(new StreamReader(source.text()), options);
    }

    /** Empty when the text is not YAML, is empty or was refused: then at least one error has been reported. */
    public static Optional<Value> read(Source source, Consumer<Problem> report) {
        return read(source, Origin.InFile::new, report);
    }

    /** Reads a text of ours, all of whose values have one origin. */
    public static Optional<Value> read(Source source, Origin origin, Consumer<Problem> report) {
        return read(source, at -> origin, report);
    }

    private static Optional<Value> read(
            Source source, Function<SourceLocation, Origin> origins, Consumer<Problem> report) {
        try {
            return new YamlReader(source, origins, report).document();
        } catch (YAMLException e) {
            YamlProblems.of(source, e).forEach(report);
        } catch (Refused e) {
            // reported where it was found
        }
        return Optional.empty();
    }

    private Optional<Value> document() {
        parser.getEvent();
        if (parser.checkEvent(Event.ID.StreamEnd)) {
            report.accept(empty());
            return Optional.empty();
        }
        parser.getEvent();
        Value value = value();
        parser.getEvent();
        if (!parser.checkEvent(Event.ID.StreamEnd)) {
            report.accept(Problem.error(
                            "CONFIG-TWO-DOCUMENTS",
                            "the file holds more than one YAML document",
                            "a `---` line starts another document; a cluster is described by one",
                            "remove the `---` line, or put the second document into its own file")
                    .at(at(parser.peekEvent().getStartMark())));
        }
        if (value instanceof Scalar scalar && scalar.isNull()) {
            report.accept(empty());
            return Optional.empty();
        }
        return Optional.of(value);
    }

    private Problem empty() {
        return Problem.error(
                        "CONFIG-EMPTY",
                        "the file is empty",
                        "there is nothing in it but white space or comments",
                        "run `manta init localhost` for a file to start from")
                .at(source.at(0, 0));
    }

    private Value value() {
        Event event = parser.getEvent();
        if (event instanceof AliasEvent alias) {
            return alias(alias);
        }
        if (++values > MOST_VALUES) {
            throw refuse(
                    "CONFIG-ALIAS-BOMB",
                    "the file grows beyond all measure when its aliases are followed",
                    "more than " + MOST_VALUES + " values",
                    "use fewer aliases of aliases",
                    event.getStartMark());
        }
        @Nullable String anchor = ((NodeEvent) event).getAnchor();
        if (event instanceof ScalarEvent scalar) {
            return anchored(anchor, scalar(scalar), values - 1);
        }
        if (++depth > DEEPEST) {
            throw refuse(
                    "CONFIG-TOO-DEEP",
                    "values are nested more than " + DEEPEST + " deep",
                    "no cluster needs that",
                    "flatten the structure",
                    event.getStartMark());
        }
        if (anchor != null) {
            open.add(anchor);
        }
        long before = values - 1;
        Value value = event instanceof SequenceStartEvent start ? items(start) : fields((MappingStartEvent) event);
        depth--;
        if (anchor != null) {
            open.remove(anchor);
        }
        return anchored(anchor, value, before);
    }

    private Value anchored(@Nullable String anchor, Value value, long before) {
        if (anchor != null) {
            anchors.put(anchor, new Anchored(value, values - before));
        }
        return value;
    }

    private Value alias(AliasEvent alias) {
        String name = alias.getAnchor();
        if (open.contains(name)) {
            throw refuse(
                    "CONFIG-ALIAS-LOOP",
                    "*" + name + " stands inside the value that &" + name + " names",
                    "the value would contain itself",
                    "repeat the part that is meant",
                    alias.getStartMark());
        }
        Anchored target = anchors.get(name);
        if (target == null) {
            throw refuse(
                    "CONFIG-ALIAS",
                    "nothing is named &" + name,
                    "an alias must stand below its anchor" + Suggestions.didYouMean(name, anchors.keySet(), "*"),
                    "correct the name",
                    alias.getStartMark());
        }
        values += target.size();
        if (values > MOST_VALUES) {
            throw refuse(
                    "CONFIG-ALIAS-BOMB",
                    "the file grows beyond all measure when its aliases are followed",
                    "*" + name + " makes it more than " + MOST_VALUES + " values",
                    "use fewer aliases of aliases",
                    alias.getStartMark());
        }
        return target.value();
    }

    private Scalar scalar(ScalarEvent event) {
        Origin origin = origins.apply(at(event.getStartMark()));
        String text = event.getValue();
        @Nullable String tag = event.getTag();
        if (tag == null || tag.equals("!")) {
            Object data = event.getImplicit().canOmitTagInPlainScalar() && event.isPlain()
                    ? PlainScalars.meaning(text)
                    : text;
            return new Scalar(data, text, !event.isPlain(), origin);
        }
        @Nullable Object data = tagged(tag, text, event.getStartMark());
        return new Scalar(data, text, false, origin);
    }

    private @Nullable Object tagged(String tag, String text, Mark mark) {
        try {
            switch (tag) {
                case "tag:yaml.org,2002:str":
                    return text;
                case "tag:yaml.org,2002:null":
                    return null;
                case "tag:yaml.org,2002:int":
                    return PlainScalars.whole(text.strip());
                case "tag:yaml.org,2002:float":
                    return PlainScalars.decimal(text.strip());
                case "tag:yaml.org,2002:bool":
                    if (PlainScalars.meaning(text) instanceof Boolean truth) {
                        return truth;
                    }
                    break;
                case "tag:yaml.org,2002:timestamp":
                    return new Scalar.Timestamp(text);
                default:
                    break;
            }
        } catch (NumberFormatException e) {
            // reported below: the tag promises what the text does not hold
        }
        badTag(tag, mark);
        return text;
    }

    private void badTag(String tag, Mark mark) {
        report.accept(Problem.error(
                        "CONFIG-TAG",
                        "the tag " + tag.replace("tag:yaml.org,2002:", "!!") + " cannot be used here",
                        "only plain texts, numbers, truth values, lists and mappings are understood",
                        "remove the tag, or put quotes around the text if it starts with !")
                .at(at(mark)));
    }

    private Items items(SequenceStartEvent start) {
        checkCollectionTag(start.getTag(), "tag:yaml.org,2002:seq", start.getStartMark());
        var out = new ArrayList<Value>();
        while (!parser.checkEvent(Event.ID.SequenceEnd)) {
            out.add(value());
        }
        parser.getEvent();
        return new Items(out, origins.apply(at(start.getStartMark())));
    }

    private Fields fields(MappingStartEvent start) {
        checkCollectionTag(start.getTag(), "tag:yaml.org,2002:map", start.getStartMark());
        var own = new LinkedHashMap<String, Field>();
        var merged = new LinkedHashMap<String, Field>();
        while (!parser.checkEvent(Event.ID.MappingEnd)) {
            Mark mark = parser.peekEvent().getStartMark();
            boolean merge = parser.peekEvent() instanceof ScalarEvent s
                    && s.isPlain()
                    && s.getValue().equals("<<");
            Value key = value();
            Value value = value();
            if (merge) {
                merge(value, merged, mark);
            } else {
                put(own, key, value, mark);
            }
        }
        parser.getEvent();
        merged.keySet().removeAll(own.keySet());
        merged.putAll(own);
        return new Fields(merged, origins.apply(at(start.getStartMark())));
    }

    private void put(Map<String, Field> own, Value key, Value value, Mark mark) {
        if (!(key instanceof Scalar scalar)) {
            report.accept(Problem.error(
                            "CONFIG-KEY", "a key must be a text, not " + key.kind(), "", "write the key as a text")
                    .at(at(mark)));
            return;
        }
        String name = scalar.data() instanceof String s ? s : scalar.isNull() ? "null" : String.valueOf(scalar.plain());
        Field before = own.put(name, new Field(value, origins.apply(at(mark))));
        if (before != null) {
            String where = before.keyOrigin()
                    .at()
                    .map(l -> "it stands in line " + l.line() + " already; ")
                    .orElse("");
            Problem problem = new Problem(
                    "CONFIG-DUPLICATE-KEY",
                    harmless(before.value(), value) ? Problem.Level.WARNING : Problem.Level.ERROR,
                    "`" + name + "` is given twice",
                    where + "only the last one counts",
                    "keep one of the two",
                    Optional.of(at(mark)));
            report.accept(problem);
        }
    }

    /** Nothing is lost when the first of two is empty or says the same. */
    private static boolean harmless(Value first, Value second) {
        Object plain = first.plain();
        return plain == null
                || plain.equals("")
                || plain.equals(List.of())
                || plain.equals(Map.of())
                || plain.equals(second.plain());
    }

    private void merge(Value value, Map<String, Field> merged, Mark mark) {
        List<Value> parts = value instanceof Items items ? items.values() : List.of(value);
        for (Value part : parts) {
            if (part instanceof Fields fields) {
                fields.fields().forEach(merged::putIfAbsent);
            } else {
                report.accept(Problem.error(
                                "CONFIG-MERGE",
                                "`<<` needs a mapping, not " + part.kind(),
                                "it copies the keys of another mapping",
                                "name a mapping: `<<: *anchor`")
                        .at(at(mark)));
            }
        }
    }

    private void checkCollectionTag(@Nullable String tag, String expected, Mark mark) {
        if (tag != null && !tag.equals("!") && !tag.equals(expected)) {
            badTag(tag, mark);
        }
    }

    private Refused refuse(String code, String what, String why, String fix, Mark mark) {
        report.accept(Problem.error(code, what, why, fix).at(at(mark)));
        return new Refused();
    }

    private SourceLocation at(Mark mark) {
        return source.at(mark.getLine(), mark.getColumn());
    }
}
