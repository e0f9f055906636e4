package io.manta.spi.remote;

import java.time.Duration;
import java.util.Map;

/**
 * A shell command for a node.
 *
 * @param script passed to {@code bash} as it is
 * @param environment added to the node's own
 * @param timeout after which it is ended; {@link Duration#ZERO} means none
 * @param place where it runs when the node has a container
 */
public record Command(String script, Map<String, String> environment, Duration timeout, Place place) {
    /** On the machine itself, in its container, or wherever Ray runs. */
    public enum Place {
        AUTO,
        HOST,
        CONTAINER
    }

    /** A script that begins with this line is run by a plain bash, not as if the user had logged in. */
    public static final String PLAIN_BASH = "#!/bin/bash\n";

    public Command {
        environment = Map.copyOf(environment);
    }

    public static Command of(String script) {
        return new Command(script, Map.of(), Duration.ZERO, Place.AUTO);
    }

    /** The same with lines before its script's own; a first line that names a shell stays the first. */
    public Command preceded(String lines) {
        int shell = script.startsWith("#!") ? script.indexOf('\n') + 1 : 0;
        return new Command(script.substring(0, shell) + lines + script.substring(shell), environment, timeout, place);
    }

    public Command withEnvironment(Map<String, String> variables) {
        return new Command(script, variables, timeout, place);
    }

    public Command withTimeout(Duration limit) {
        return new Command(script, environment, limit, place);
    }

    public Command on(Place where) {
        return new Command(script, environment, timeout, where);
    }
}
