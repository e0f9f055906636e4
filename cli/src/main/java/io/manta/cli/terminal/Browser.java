package io.manta.cli.terminal;

import java.io.IOException;
import java.util.Map;

/** Opens a page where there is a screen. */
public final class Browser {
    private Browser() {}

    public static void open(String url, Map<String, String> environment, Console console) {
        boolean mac = System.getProperty("os.name", "").startsWith("Mac");
        if (!mac && !environment.containsKey("DISPLAY") && !environment.containsKey("WAYLAND_DISPLAY")) {
            return;
        }
        try {
            new ProcessBuilder(mac ? "open" : "xdg-open", url)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
        } catch (IOException e) {
            console.detail("no browser could be opened: " + e.getMessage());
        }
    }
}
