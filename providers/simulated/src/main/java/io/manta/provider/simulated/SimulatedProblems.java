package io.manta.provider.simulated;

import io.manta.spi.model.Offer;
import io.manta.spi.model.Problem;
import io.manta.spi.provider.ProviderException;
import io.manta.spi.provider.ProviderException.Kind;

/** Every problem this provider can report; docs/problems/simulated.md lists the codes. */
final class SimulatedProblems {
    private SimulatedProblems() {}

    static ProviderException noCapacity(Offer offer) {
        return new ProviderException(
                Kind.NO_CAPACITY,
                Problem.error(
                        "SIMULATED-NO-CAPACITY",
                        "no more machines of " + offer.key(),
                        "the simulated cloud has only so many",
                        "wait, or allow other node types"));
    }

    static ProviderException throttled() {
        return new ProviderException(
                Kind.THROTTLED,
                Problem.error("SIMULATED-THROTTLED", "too many calls", "a simulated fault", "try again"));
    }

    static ProviderException noAnswer() {
        return new ProviderException(
                Kind.UNREACHABLE,
                Problem.error(
                        "SIMULATED-NO-ANSWER", "the simulated cloud did not answer", "a simulated fault", "try again"));
    }

    static ProviderException notEnded() {
        return new ProviderException(
                Kind.UNKNOWN,
                Problem.error(
                        "SIMULATED-NOT-ENDED",
                        "the simulated cloud ended no machine",
                        "a simulated fault",
                        "try again"));
    }
}
