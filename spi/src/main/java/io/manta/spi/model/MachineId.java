package io.manta.spi.model;

import java.util.Objects;

/** The provider's name for a machine: an instance id, a pod name, a host name, a directory. */
public record MachineId(String value) implements Comparable<MachineId> {
    public MachineId {
        Objects.requireNonNull(value);
    }

    @Override
    public int compareTo(MachineId other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
