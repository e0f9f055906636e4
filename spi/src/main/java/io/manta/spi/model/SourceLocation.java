package io.manta.spi.model;

/**
 * A place in a text the user wrote.
 *
 * @param file the file as the user named it
 * @param line 1-based
 * @param column 1-based
 * @param excerpt the offending line, without its line end; empty when there is none to show
 */
public record SourceLocation(String file, int line, int column, String excerpt) {
    public SourceLocation(String file, int line, int column) {
        this(file, line, column, "");
    }

    @Override
    public String toString() {
        return file + ":" + line + ":" + column;
    }
}
