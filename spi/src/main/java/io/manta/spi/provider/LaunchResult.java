package io.manta.spi.provider;

import io.manta.spi.model.Machine;
import java.util.List;
import java.util.Optional;

/**
 * What came of a launch; fewer machines than asked for is a value, not an exception.
 *
 * @param shortfall why not all, when not all
 */
public record LaunchResult(List<Machine> created, Optional<ProviderException> shortfall) {
    public LaunchResult {
        created = List.copyOf(created);
    }
}
