package io.manta.controller.loop;

import io.manta.controller.setup.SetupOutcome;
import io.manta.core.setup.SetupProgress;
import io.manta.core.setup.SetupRequest;
import io.manta.spi.model.Machine;
import java.util.function.Consumer;

/** Makes a node of a machine; blocks until it is done or has failed. */
@FunctionalInterface
public interface NodeSetup {
    /** @param position told how far it has come */
    SetupOutcome setUp(SetupRequest request, Machine machine, Consumer<SetupProgress> position)
            throws InterruptedException;
}
