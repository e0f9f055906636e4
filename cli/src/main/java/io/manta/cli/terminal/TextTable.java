package io.manta.cli.terminal;

import java.util.ArrayList;
import java.util.List;

/** Rows in columns as wide as they need to be; nothing is cut off, the last column is not padded. */
public final class TextTable {
    private final List<String> header;
    private final List<List<String>> rows = new ArrayList<>();

    public TextTable(String... header) {
        this.header = List.of(header);
    }

    /** Empty cells are shown as a dash, except in the last column. */
    public void row(String... cells) {
        if (cells.length != header.size()) {
            throw new IllegalArgumentException(cells.length + " cells for " + header.size() + " columns");
        }
        var row = new ArrayList<String>();
        for (int i = 0; i < cells.length; i++) {
            row.add(cells[i].isEmpty() && i < cells.length - 1 ? "-" : cells[i]);
        }
        rows.add(row);
    }

    public String text(Paint paint) {
        int[] widths = new int[header.size()];
        measure(header, widths);
        rows.forEach(row -> measure(row, widths));
        var out = new StringBuilder();
        out.append(paint.bold(line(header, widths))).append('\n');
        rows.forEach(row -> out.append(line(row, widths)).append('\n'));
        return out.toString();
    }

    private static void measure(List<String> row, int[] widths) {
        for (int i = 0; i < widths.length; i++) {
            widths[i] = Math.max(widths[i], row.get(i).length());
        }
    }

    private static String line(List<String> row, int[] widths) {
        var out = new StringBuilder();
        for (int i = 0; i < widths.length; i++) {
            out.append(row.get(i));
            if (i < widths.length - 1) {
                out.repeat(' ', widths[i] - row.get(i).length() + 2);
            }
        }
        return out.toString().stripTrailing();
    }
}
