package io.manta.provider.simulated;

import java.time.Duration;

/**
 * How often the cloud misbehaves, as probabilities per call or per machine.
 *
 * @param partialLaunch a launch gives only some of the machines
 * @param throttled a call is refused and does nothing
 * @param lostReply a launch does its work and then fails, so that the caller does not know
 * @param deadOnArrival a machine disappears right after it was made
 * @param staleList how old the answer of {@code list} may be
 */
public record SimulatedFaults(
        double partialLaunch, double throttled, double lostReply, double deadOnArrival, Duration staleList) {
    public static final SimulatedFaults NONE = new SimulatedFaults(0, 0, 0, 0, Duration.ZERO);

    /** Each kind with the same probability, lists up to five seconds old. */
    public static SimulatedFaults all(double probability) {
        return new SimulatedFaults(probability, probability, probability, probability, Duration.ofSeconds(5));
    }
}
