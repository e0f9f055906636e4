package io.manta.cli.wire;

import io.manta.cli.Call;
import io.manta.cli.ExitCode;
import io.manta.cli.Suggestion;
import io.manta.controller.home.ClusterHome;
import io.manta.controller.home.MantaHome;
import io.manta.spi.model.Problem;
import io.manta.spi.model.ProblemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The cluster a user means, by a file or by the name of one that {@code up} has recorded.
 *
 * @param file the file named, when one was
 */
public record ClusterRef(String name, ClusterHome home, Optional<Path> file) {
    /** From the CLUSTER argument and {@code -n}. */
    public static ClusterRef of(Call call) throws ProblemException {
        return of(given(call), call.text("--cluster-name"), call.home());
    }

    /** What the user named, or what is meant when nothing was. */
    public static String given(Call call) throws ProblemException {
        Optional<String> named = call.takes("CLUSTER") ? call.parameter("CLUSTER") : call.text("--cluster");
        if (named.isPresent()) {
            return named.get();
        }
        Optional<String> recorded = call.text("--cluster-name")
                .filter(name -> Files.exists(call.home().cluster(name).record()));
        return recorded.isPresent() ? recorded.get() : UnnamedCluster.of(call);
    }

    static ClusterRef of(String given, Optional<String> override, MantaHome manta) throws ProblemException {
        boolean plainName = given.indexOf('/') < 0 && !given.endsWith(".yaml") && !given.endsWith(".yml");
        if (plainName && override.isEmpty() && Files.exists(manta.cluster(given).record())) {
            return named(given, manta, Optional.empty());
        }
        Path file = DownloadedFile.isAddress(given) ? DownloadedFile.fetch(given, Path.of("")) : Path.of(given);
        if (Files.isRegularFile(file)) {
            String name = override.isPresent() ? override.get() : ConfigNames.clusterName(file);
            return named(name, manta, Optional.of(file));
        }
        if (override.isPresent() && Files.exists(manta.cluster(override.get()).record())) {
            return named(override.get(), manta, Optional.empty());
        }
        throw new ProblemException(unknown(given, plainName, manta));
    }

    /** Demands that the cluster was made here. */
    public ClusterRef recorded() throws ProblemException {
        if (!Files.exists(home.record())) {
            throw new ProblemException(Problem.error(
                    "CLI-NOT-UP",
                    "cluster '" + name + "' has not been brought up here",
                    "nothing is recorded in " + home.dir(),
                    "run `manta up " + file.map(Path::toString).orElse("FILE") + "`"));
        }
        HeadReports.follow(home, new MantaHome(home.dir().resolve("../..").normalize()));
        return this;
    }

    /** Brings the logs of a cluster whose head is another machine. */
    public ClusterRef withLogs() throws InterruptedException {
        HeadReports.fetchLogs(home, new MantaHome(home.dir().resolve("../..").normalize()));
        return this;
    }

    /** One that was made here, by its name. */
    public static ClusterRef named(String given, MantaHome manta) throws ProblemException {
        return of(given, Optional.empty(), manta);
    }

    private static ClusterRef named(String name, MantaHome manta, Optional<Path> file) {
        return new ClusterRef(name, manta.cluster(name), file);
    }

    private static Problem unknown(String given, boolean plainName, MantaHome manta) {
        List<String> names = manta.recorded().stream().map(ClusterHome::name).toList();
        String what = plainName
                ? "'" + given + "' is neither a file nor a cluster made here"
                : "there is no file '" + given + "'";
        String why =
                names.isEmpty() ? "no cluster was made here yet" : "clusters made here: " + String.join(", ", names);
        String fix = Suggestion.among(given, names)
                .map(near -> "did you mean '" + near + "'?")
                .orElse("name a YAML file, or run `manta up` to make a cluster on this machine");
        return Problem.error(ExitCode.NO_CLUSTER, what, why, fix);
    }
}
