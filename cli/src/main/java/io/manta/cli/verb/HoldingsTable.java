package io.manta.cli.verb;

import io.manta.cli.terminal.Console;
import io.manta.cli.terminal.TextTable;
import io.manta.spi.provider.Holding;
import java.util.List;

/** What is left of a cluster at its provider, or the proof that nothing is. */
final class HoldingsTable {
    private HoldingsTable() {}

    static void print(List<Holding> holdings, Console console) {
        if (holdings.isEmpty()) {
            return;
        }
        var table = new TextTable("KIND", "LEFT", "WHICH");
        for (Holding holding : holdings) {
            String which = String.join(" ", holding.names());
            String note = holding.note().isEmpty() ? "" : " (" + holding.note() + ")";
            table.row(
                    holding.kind(),
                    Integer.toString(holding.names().size()),
                    which + (holding.names().isEmpty() ? "" : note));
        }
        console.data(table.text(console.paint()));
    }
}
