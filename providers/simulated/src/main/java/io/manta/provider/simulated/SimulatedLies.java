package io.manta.provider.simulated;

import java.util.Objects;

/**
 * Answers that are wrong for as long as this holds, as a cloud's control plane has its bad minutes.
 *
 * @param listing what becomes of {@code list}
 * @param salt which machines a partial list lacks: the same ones until it changes
 * @param ending what becomes of {@code terminate}
 */
public record SimulatedLies(Listing listing, int salt, Ending ending) {
    public static final SimulatedLies NONE = new SimulatedLies(Listing.TRUE, 0, Ending.OBEYED);

    /** How the list is wrong. */
    public enum Listing {
        TRUE,
        /** A successful answer without machines. */
        EMPTY,
        /** A successful answer without half of the machines. */
        PARTIAL,
        /** No answer. */
        FAILS
    }

    /** How the request to end machines is wrong. */
    public enum Ending {
        OBEYED,
        /** A successful answer, and nothing happens. */
        IGNORED,
        /** Refused. */
        FAILS
    }

    boolean hides(String machine) {
        return switch (listing) {
            case TRUE, FAILS -> false;
            case EMPTY -> true;
            case PARTIAL -> Objects.hash(machine, salt) % 2 == 0;
        };
    }
}
