package io.manta.spi.model;

import java.util.Objects;
import java.util.Optional;

/**
 * Everything Manta tells a user about something wrong: the only form in which errors are printed.
 *
 * @param code stable, upper case, documented, such as {@code CONFIG-UNKNOWN-KEY}
 * @param level whether the work can go on
 * @param what what is wrong, in one line, naming the offender
 * @param why the reason, or empty when {@code what} says it all
 * @param fix what the user can do, or empty when nothing can be suggested
 * @param at where in the user's input, when it comes from there
 */
public record Problem(String code, Level level, String what, String why, String fix, Optional<SourceLocation> at) {
    /** How bad it is. */
    public enum Level {
        /** The work cannot go on. */
        ERROR,
        /** The work goes on, but the user should look. */
        WARNING,
        /** Worth knowing, such as the modern form of a legacy key. */
        NOTE
    }

    public Problem {
        Objects.requireNonNull(code);
        Objects.requireNonNull(level);
        Objects.requireNonNull(what);
        Objects.requireNonNull(why);
        Objects.requireNonNull(fix);
        Objects.requireNonNull(at);
    }

    public static Problem error(String code, String what, String why, String fix) {
        return new Problem(code, Level.ERROR, what, why, fix, Optional.empty());
    }

    public static Problem warning(String code, String what, String why, String fix) {
        return new Problem(code, Level.WARNING, what, why, fix, Optional.empty());
    }

    public Problem at(SourceLocation location) {
        return new Problem(code, level, what, why, fix, Optional.of(location));
    }

    public boolean isError() {
        return level == Level.ERROR;
    }
}
