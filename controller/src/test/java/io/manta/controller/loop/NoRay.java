package io.manta.controller.loop;

import io.manta.spi.model.Machine;
import io.manta.spi.model.Problem;
import io.manta.spi.ray.RayCluster;
import io.manta.spi.ray.RayException;
import java.io.IOException;

/** Where {@code up} runs, Ray cannot be asked. */
public final class NoRay implements RayLink {
    @Override
    public Address address(Machine head) {
        return new Address("", "");
    }

    @Override
    public RayCluster connect(Machine head) throws RayException {
        throw new RayException(Problem.error("RAY-UNREACHABLE", "not from here", "", ""), new IOException("no"));
    }

    @Override
    public void announce(Machine head, String message) {}
}
