package io.manta.cli.verb;

import io.manta.cli.Call;
import io.manta.cli.ExitCode;
import io.manta.cli.Syntax;
import io.manta.cli.Verb;
import io.manta.cli.wire.UsageStats;
import java.io.IOException;

/** {@code manta enable-usage-stats} and {@code disable-usage-stats}: Ray's own setting, in Ray's own file. */
public final class UsageStatsCommand implements Verb {
    private final boolean on;

    public UsageStatsCommand(boolean on) {
        this.on = on;
    }

    @Override
    public Syntax syntax() {
        String verb = on ? "enable-usage-stats" : "disable-usage-stats";
        return Syntax.of(verb, on ? "let Ray report how it is used" : "have Ray not report how it is used")
                .detail("For clusters that are brought up from now on, by Manta or Ray. Kept in ~/.ray/config.json;"
                        + " RAY_USAGE_STATS_ENABLED in the environment goes before it. Manta itself reports nothing.")
                .example("manta " + verb, "for this user");
    }

    @Override
    public int run(Call call) throws IOException {
        UsageStats.set(on);
        call.console()
                .say("Usage statistics of Ray are " + (on ? "on" : "off") + " for clusters brought up from now on.");
        return ExitCode.OK;
    }
}
