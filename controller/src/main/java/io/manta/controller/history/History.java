package io.manta.controller.history;

import io.manta.controller.status.StatusReport;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Keeps a cluster's past: a day at ten seconds, a week at five minutes, less than 5 MB, over restarts. Losing it costs a
 * picture, never a machine.
 */
public final class History {
    private final SampleRing fine;
    private final SampleRing coarse;
    private final Purse purse;

    public History(Path dir) {
        this.fine = new SampleRing(dir, SampleRing.Grain.FINE);
        this.coarse = new SampleRing(dir, SampleRing.Grain.COARSE);
        this.purse = new Purse(dir.resolve("spent.json"));
    }

    /** Counts what was spent and keeps a sample when one is due; returns the report with what was spent. */
    public StatusReport take(StatusReport report) throws IOException {
        StatusReport counted = report.with(purse.count(report));
        boolean due = fine.isDue(report.at());
        if (due || coarse.isDue(report.at())) {
            Sample sample = Sample.of(counted);
            if (due) {
                fine.add(sample);
                purse.save();
            }
            if (coarse.isDue(report.at())) {
                coarse.add(sample);
            }
        }
        return counted;
    }
}
