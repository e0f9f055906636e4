package io.manta.cli.config;

import io.manta.cli.Call;
import io.manta.cli.ExitCode;
import io.manta.cli.Syntax;
import io.manta.cli.Verb;
import io.manta.config.tool.JsonSchema;

/** {@code manta schema}. */
public final class SchemaCommand implements Verb {
    @Override
    public Syntax syntax() {
        return Syntax.of("schema", "print the JSON Schema of cluster files, for editors")
                .example("manta schema > cluster.schema.json", "then point your editor's YAML support at it");
    }

    @Override
    public int run(Call call) {
        call.console().data(JsonSchema.text());
        return ExitCode.OK;
    }
}
