package io.manta.config.schema;

/**
 * One key of a cluster file.
 *
 * @param description one or two sentences for people, in Markdown
 * @param standing who knows this key
 * @param required whether the file is wrong without it
 * @param byDefault the value when absent, in words; empty when there is none
 */
public record Key(String name, Shape shape, String description, Standing standing, boolean required, String byDefault) {
    /** Who knows a key. */
    public enum Standing {
        /** Ray's own launcher and Manta. */
        RAY,
        /** Only Manta; Ray's launcher refuses or ignores it. */
        EXTENSION,
        /** Ray's; accepted and told to have no effect, for the reason that its description gives. */
        IGNORED,
        /** Old files only; understood, with a note that shows the modern form. */
        LEGACY,
        /** Written by programs into copies of the file, not by people. */
        INTERNAL
    }

    public static Key of(String name, Shape shape, String description) {
        return new Key(name, shape, description, Standing.RAY, false, "");
    }

    public Key asRequired() {
        return new Key(name, shape, description, standing, true, byDefault);
    }

    public Key asExtension() {
        return standing(Standing.EXTENSION);
    }

    public Key asIgnored() {
        return standing(Standing.IGNORED);
    }

    public Key asLegacy() {
        return standing(Standing.LEGACY);
    }

    public Key asInternal() {
        return standing(Standing.INTERNAL);
    }

    public Key defaulting(String value) {
        return new Key(name, shape, description, standing, required, value);
    }

    private Key standing(Standing s) {
        return new Key(name, shape, description, s, required, byDefault);
    }
}
