package io.manta.controller.daemon;

import io.manta.spi.model.ProblemException;

/** Starts, finds and stops the daemon of one cluster, wherever it runs. */
public interface DaemonControl {
    /** Brings what it needs to its place, as soon as that can be reached; the starts do so, too, when it was not done. */
    default void bring() throws ProblemException, InterruptedException {}

    /**
     * Starts it while the head is still being set up, and has it set up workers meanwhile; {@link #start} follows when the
     * head is ready. May do nothing, and may fail without harm.
     */
    default void startEarly() throws ProblemException, InterruptedException {}

    /** While the head is still being set up, every few seconds: without it the daemon takes everything over by itself. */
    default void renewEarly() throws ProblemException, InterruptedException {}

    /** Starts it under supervision; does nothing when it runs. */
    void start() throws ProblemException, InterruptedException;

    /** Stops it and its supervision, and waits until both are gone; does nothing when there is none. */
    void stop() throws ProblemException, InterruptedException;

    /** Gives a daemon that runs the newest configuration. */
    default void refresh() throws ProblemException, InterruptedException {}

    /** Has it do something soon; see {@link Daemon#RETRY} and {@link Daemon#RESUME}. Asking twice is asking once. */
    default void ask(String request) throws ProblemException, InterruptedException {}

    boolean isRunning() throws ProblemException, InterruptedException;

    /** Removes what it left on a head that is another machine; called when the cluster is gone. */
    default void remove() throws ProblemException, InterruptedException {}
}
