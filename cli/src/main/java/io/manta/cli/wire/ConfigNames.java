package io.manta.cli.wire;

import io.manta.core.model.Problem;
import io.manta.core.model.ProblemException;
import java.nio.file.Path;

/** What a cluster file calls its cluster. */
final class ConfigNames {
    private ConfigNames() {}

    static String clusterName(Path file) throws ProblemException {
        throw new ProblemException(Problem.error("CLI-USAGE", "files cannot be read yet: " + file, "", ""));
    }
}
