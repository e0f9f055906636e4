package io.manta.cli.verb;

import com.fasterxml.jackson.jr.ob.JSON;
import io.manta.cli.Call;
import io.manta.cli.ExitCode;
import io.manta.cli.Syntax;
import io.manta.cli.Verb;
import io.manta.cli.Version;
import java.io.IOException;
import java.util.LinkedHashMap;

/** {@code manta version}: which Manta this is, and what it runs on. */
public final class VersionCommand implements Verb {
    @Override
    public Syntax syntax() {
        return Syntax.of("version", "print the version")
                .output()
                .detail("'manta --version' and 'manta -V' print the same line.")
                .example("manta version", "one line, for people and reports")
                .example("manta version -o json", "with the Java runtime and where both lie");
    }

    @Override
    public int run(Call call) throws IOException {
        if (!call.wantsJson()) {
            call.console().data(Version.line());
            return ExitCode.OK;
        }
        var out = new LinkedHashMap<String, Object>();
        out.put("version", Version.text());
        out.put("java_version", Runtime.version().toString());
        out.put("java_home", System.getProperty("java.home"));
        out.put("launcher", System.getProperty(RemoteCommand.LAUNCHER, ""));
        call.console().data(JSON.std.with(JSON.Feature.PRETTY_PRINT_OUTPUT).asString(out));
        return ExitCode.OK;
    }
}
