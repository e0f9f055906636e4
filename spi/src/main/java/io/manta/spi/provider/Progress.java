package io.manta.spi.provider;

/** Tells someone who waits what is going on, in one line. */
@FunctionalInterface
public interface Progress {
    Progress NONE = line -> {};

    void say(String line);
}
