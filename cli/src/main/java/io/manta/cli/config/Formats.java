package io.manta.cli.config;

import io.manta.cli.Call;
import io.manta.cli.Syntax;

/** What {@code export} and {@code import} have in common. */
final class Formats {
    private static final String KUBERAY = "kuberay";

    private Formats() {}

    static Syntax syntax(String verb, String summary, String file) {
        return Syntax.of(verb, summary)
                .parameter("FORMAT", "the other tool's form: " + KUBERAY)
                .parameter("FILE", file)
                .option("--out OUT", OutputFile.STANDARD_OUTPUT, "where to write it; - is standard output")
                .flag("--force", "replace a file that is there");
    }

    static void check(Call call) {
        if (!call.required("FORMAT").equals(KUBERAY)) {
            throw call.usage("unknown FORMAT '" + call.required("FORMAT") + "': choose " + KUBERAY);
        }
    }
}
