package io.manta.ui.metrics;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** Ready-made files for Grafana and Prometheus. */
public final class Boards {
    private Boards() {}

    /** A dashboard, to be imported. */
    public static String grafana() throws IOException {
        return text("grafana.json");
    }

    /** Alerting rules, for {@code rule_files}. */
    public static String alerts() throws IOException {
        return text("alerts.yaml");
    }

    private static String text(String name) throws IOException {
        try (InputStream in = Boards.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IOException("the file " + name + " is missing");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
