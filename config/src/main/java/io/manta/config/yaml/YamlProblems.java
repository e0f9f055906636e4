package io.manta.config.yaml;

import io.manta.spi.model.Problem;
import io.manta.spi.model.SourceLocation;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.reader.ReaderException;

/** What is wrong with a text as YAML, in words for people. */
final class YamlProblems {
    private YamlProblems() {}

    static List<Problem> of(Source source, YAMLException failure) {
        if (failure instanceof ReaderException reader) {
            return List.of(Problem.error(
                            "CONFIG-CHARACTER",
                            "the file holds the control character U+%04X".formatted(reader.getCodePoint()),
                            "YAML allows no control characters; they often come from copying out of a terminal or a web page",
                            "delete the character")
                    .at(source.atCodePoint(reader.getPosition())));
        }
        if (failure instanceof MarkedYAMLException marked) {
            return marked(source, marked);
        }
        return List.of(Problem.error("CONFIG-SYNTAX", "this is not YAML", plainMessage(failure), "correct the text")
                .at(source.at(0, 0)));
    }

    private static List<Problem> marked(Source source, MarkedYAMLException failure) {
        boolean unclosed = failure.getContextMark() != null
                && Optional.ofNullable(failure.getProblem()).orElse("").contains("unexpected end of stream");
        Mark mark = failure.getProblemMark() != null && !unclosed ? failure.getProblemMark() : failure.getContextMark();
        SourceLocation at = mark == null ? source.at(0, 0) : place(source, mark);
        String problem = Optional.ofNullable(failure.getProblem()).orElse("");
        if (problem.contains("'\\t(TAB)'") || startsWithTab(at)) {
            return tabs(source, at);
        }
        String context = Optional.ofNullable(failure.getContext()).orElse("");
        String why = context.isEmpty() ? problem : context + ", " + problem;
        if (failure.getContextMark() != null && failure.getContextMark().getLine() + 1 != at.line()) {
            why += "; it began in line " + (failure.getContextMark().getLine() + 1);
        }
        return List.of(Problem.error("CONFIG-SYNTAX", "this is not YAML", why, fix(problem))
                .at(at));
    }

    /** A parser that meets the end of the text points behind the last line; the last line is what helps. */
    private static SourceLocation place(Source source, Mark mark) {
        int line = mark.getLine();
        if (line >= source.lines().size() && !source.lines().isEmpty()) {
            int last = source.lines().size() - 1;
            return source.at(last, source.lines().get(last).length());
        }
        return source.at(line, mark.getColumn());
    }

    private static boolean startsWithTab(SourceLocation at) {
        return at.excerpt().stripLeading().length() < at.excerpt().length()
                && at.excerpt()
                        .substring(
                                0,
                                at.excerpt().length()
                                        - at.excerpt().stripLeading().length())
                        .contains("\t");
    }

    private static List<Problem> tabs(Source source, SourceLocation first) {
        List<Problem> all = IntStream.range(first.line() - 1, source.lines().size())
                .filter(i -> startsWithTab(source.at(i, 0)))
                .limit(20)
                .mapToObj(i -> tab(source.at(i, source.lines().get(i).indexOf('\t'))))
                .toList();
        return all.isEmpty() ? List.of(tab(first)) : all;
    }

    private static Problem tab(SourceLocation at) {
        return Problem.error(
                        "CONFIG-TAB",
                        "the line is indented with a tab",
                        "YAML allows only spaces for indentation",
                        "replace the tab by spaces, as many as the lines around it use")
                .at(at);
    }

    private static String fix(String problem) {
        if (problem.contains("mapping values are not allowed")) {
            return "a text that holds \": \" needs quotes around it; otherwise check the indentation of this line";
        }
        if (problem.contains("could not find expected ':'")) {
            return "write `key: value`, with a space behind the colon";
        }
        if (problem.contains("expected <block end>")) {
            return "indent this line exactly as the lines it belongs to";
        }
        if (problem.contains("unexpected end of stream") || problem.contains("found unexpected end")) {
            return "close the quote";
        }
        if (problem.contains("cannot start any token")) {
            return "put quotes around the text";
        }
        if (problem.contains("expected ',' or")) {
            return "close the bracket or add the missing comma";
        }
        return "correct this line or the one above it";
    }

    static String plainMessage(Exception failure) {
        return Optional.ofNullable(failure.getMessage())
                .orElse("")
                .lines()
                .findFirst()
                .orElse("");
    }
}
