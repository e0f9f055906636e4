package io.manta.provider.external;

import io.manta.spi.model.Machine;
import io.manta.spi.provider.ImageBakery;
import io.manta.spi.provider.ProviderException;
import java.time.Duration;
import java.util.List;

/** The same distrust for how a provider makes images. */
record GuardedBakery(ImageBakery inner, TimedCalls calls, Duration timeout) implements ImageBakery {
    @Override
    public Image bake(Machine machine, String fingerprint) throws ProviderException, InterruptedException {
        return calls.run("bake", timeout.multipliedBy(4), () -> inner.bake(machine, fingerprint));
    }

    @Override
    public void keep(Image image, String owner) throws ProviderException, InterruptedException {
        calls.run("keep", timeout, () -> {
            inner.keep(image, owner);
            return true;
        });
    }

    @Override
    public List<String> lines(Image image) {
        return inner.lines(image);
    }

    @Override
    public List<String> removeKept() throws ProviderException, InterruptedException {
        return calls.run("removeKept", timeout.multipliedBy(4), inner::removeKept);
    }
}
