package io.manta.cli.terminal;

/** Colours by meaning, or none. */
public record Paint(boolean on) {
    public String bold(String text) {
        return wrap("1", text);
    }

    public String dim(String text) {
        return wrap("2", text);
    }

    public String bad(String text) {
        return wrap("1;31", text);
    }

    public String good(String text) {
        return wrap("32", text);
    }

    public String doubtful(String text) {
        return wrap("33", text);
    }

    public String hint(String text) {
        return wrap("36", text);
    }

    private String wrap(String code, String text) {
        return on && !text.isEmpty() ? "\u001b[" + code + "m" + text + "\u001b[0m" : text;
    }
}
