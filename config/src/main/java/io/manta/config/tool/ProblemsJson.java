package io.manta.config.tool;

import com.fasterxml.jackson.jr.ob.JSON;
import io.manta.spi.model.Problem;
import io.manta.spi.model.SourceLocation;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Problems for programs: {@code {"problems":[{"code","level","what","why","fix","file","line","column"}]}}. The shape is stable;
 * level is {@code error}, {@code warning} or {@code note}; file, line and column are null for a problem without a place.
 */
public final class ProblemsJson {
    private ProblemsJson() {}

    public static String write(List<Problem> problems) {
        try {
            return JSON.std
                    .with(JSON.Feature.PRETTY_PRINT_OUTPUT, JSON.Feature.WRITE_NULL_PROPERTIES)
                    .asString(Map.of(
                            "problems",
                            problems.stream().map(ProblemsJson::entry).toList()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Map<String, @Nullable Object> entry(Problem problem) {
        Optional<SourceLocation> at = problem.at();
        var out = new LinkedHashMap<String, @Nullable Object>();
        out.put("code", problem.code());
        out.put("level", problem.level().name().toLowerCase(Locale.ROOT));
        out.put("what", problem.what());
        out.put("why", problem.why());
        out.put("fix", problem.fix());
        out.put("file", at.map(SourceLocation::file).orElse(null));
        out.put("line", at.map(SourceLocation::line).orElse(null));
        out.put("column", at.map(SourceLocation::column).orElse(null));
        return out;
    }
}
