package io.manta.cli.wire;

import io.manta.cli.Call;
import io.manta.controller.home.ClusterHome;
import io.manta.spi.model.Problem;
import io.manta.spi.model.ProblemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The cluster that is meant when none is named: the file in this directory, or the only cluster there is. Always said. */
public final class UnnamedCluster {
    /** What {@code manta init} writes. */
    public static final String FILE = "cluster.yaml";

    private UnnamedCluster() {}

    /** For {@code up}, which makes a cluster on this machine when there is no file. */
    static Optional<String> file(Call call) {
        Path file = call.directory().resolve(FILE);
        if (!Files.isRegularFile(file)) {
            return Optional.empty();
        }
        call.console().say("using " + FILE + " in this directory");
        return Optional.of(file.toString());
    }

    /** For all other verbs. */
    static String of(Call call) throws ProblemException {
        Optional<String> file = file(call);
        if (file.isPresent()) {
            return file.get();
        }
        List<String> names =
                call.home().recorded().stream().map(ClusterHome::name).toList();
        if (names.size() == 1) {
            call.console().say("cluster " + names.getFirst());
            return names.getFirst();
        }
        throw new ProblemException(Problem.error(
                "CLI-WHICH-CLUSTER",
                "which cluster?",
                names.isEmpty()
                        ? "no cluster was made here yet, and there is no " + FILE + " in this directory"
                        : "clusters made here: " + String.join(", ", names),
                names.isEmpty()
                        ? "run `manta up` to make a cluster on this machine, or name a file"
                        : "name one of them, or a file"));
    }
}
