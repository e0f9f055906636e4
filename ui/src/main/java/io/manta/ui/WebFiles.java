package io.manta.ui;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** The files of the page, as they lie in the jar. */
final class WebFiles {
    /** In the order in which each needs only earlier ones. */
    static final String[] MODULES = {
        "dom.js",
        "format.js",
        "model.js",
        "theme.js",
        "view.js",
        "rows.js",
        "timeline.js",
        "charts.js",
        "why.js",
        "detail.js",
        "cluster.js",
        "cards.js",
        "live.js",
        "replay.js",
        "main.js"
    };

    private static final Map<String, String> KINDS = kinds();

    private WebFiles() {}

    private static Map<String, String> kinds() {
        var kinds = new LinkedHashMap<String, String>();
        kinds.put("index.html", "text/html; charset=utf-8");
        kinds.put("style.css", "text/css; charset=utf-8");
        kinds.put("vendor/uplot.css", "text/css; charset=utf-8");
        kinds.put("vendor/uplot.js", "text/javascript; charset=utf-8");
        for (String module : MODULES) {
            kinds.put(module, "text/javascript; charset=utf-8");
        }
        return kinds;
    }

    /** Empty for anything that is no part of the page. */
    static Optional<String> kind(String name) {
        return Optional.ofNullable(KINDS.get(name));
    }

    static byte[] bytes(String name) throws IOException {
        try (InputStream in = WebFiles.class.getResourceAsStream("web/" + name)) {
            if (in == null) {
                throw new IOException("the page's file " + name + " is missing");
            }
            return in.readAllBytes();
        }
    }

    static String text(String name) throws IOException {
        return new String(bytes(name), StandardCharsets.UTF_8);
    }
}
