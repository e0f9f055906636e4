package io.manta.cli.verb;

import io.manta.cli.Call;

/** Port numbers as typed. */
final class Ports {
    private Ports() {}

    static int parse(Call call, String text) {
        try {
            int port = Integer.parseInt(text);
            if (port > 0 && port < 65_536) {
                return port;
            }
        } catch (NumberFormatException e) {
            // Said below.
        }
        throw call.usage("'" + text + "' is not a port: give a number from 1 to 65535");
    }
}
