package io.manta.spi.provider;

/** Makes machines out of something that all of them share. */
@FunctionalInterface
public interface SharedHost {
    /** What is left, the machines of other clusters considered; asked in every round, so it must be quick. */
    Room room();
}
