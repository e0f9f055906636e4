package io.manta.cli.wire;

import io.manta.cli.Call;
import io.manta.config.ConfigLoader;
import io.manta.config.Loaded;
import io.manta.config.Overrides;
import io.manta.config.tool.MachineShape;
import io.manta.config.tool.OneMachineText;
import io.manta.provider.localhost.ThisMachine;
import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.ProblemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** The cluster for those who name no file: as large as this machine. */
public final class FittedDefault {
    /** A Python that has Ray, for those who do not want one to be made. */
    private static final String PYTHON = "MANTA_RAY_PYTHON";

    private FittedDefault() {}

    /** Has Ray look what there is, and first installs it where need be. */
    static String text(Call call) throws ProblemException, InterruptedException {
        return OneMachineText.of(shape(ThisMachine.asked(call.home().runtime(), python(), call.console()::progress)));
    }

    /** As far as it is known without installing anything. */
    public static MachineShape seen(Call call) throws InterruptedException {
        return shape(ThisMachine.seen(call.home().runtime(), python()));
    }

    /** Whether neither a name nor a file nor the only cluster there is says which is meant. */
    public static boolean isMeant(Call call) {
        return call.parameter("CLUSTER").isEmpty()
                && call.text("--cluster-name").isEmpty()
                && !Files.isRegularFile(call.directory().resolve(UnnamedCluster.FILE))
                && call.home().recorded().size() != 1;
    }

    /** For verbs that look at what would be brought up. */
    public static ClusterConfig planned(Call call) throws ProblemException, InterruptedException {
        Overrides overrides =
                call.text("--cluster-name").map(Overrides.NONE::withClusterName).orElse(Overrides.NONE);
        Loaded loaded = ConfigLoader.load(
                "the default", OneMachineText.of(seen(call)), Path.of("").toAbsolutePath(), overrides);
        return loaded.config().orElseThrow(() -> new ProblemException(loaded.problems()));
    }

    private static Optional<String> python() {
        return Optional.ofNullable(System.getenv(PYTHON)).filter(path -> !path.isEmpty());
    }

    private static MachineShape shape(ThisMachine machine) {
        return new MachineShape(
                (int) machine.cores(), machine.memory(), machine.sharedMemory(), machine.gpus(), python().orElse(""));
    }
}
