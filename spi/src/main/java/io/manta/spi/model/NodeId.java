package io.manta.spi.model;

import java.util.Objects;

/**
 * Our name for a node, chosen before the provider is asked and put on the machine as a tag, so that asking again is safe.
 * Lower-case letters, digits and dashes; never reused within a cluster.
 */
public record NodeId(String value) implements Comparable<NodeId> {
    public NodeId {
        Objects.requireNonNull(value);
        if (value.isEmpty()) {
            throw new IllegalArgumentException("empty node id");
        }
    }

    @Override
    public int compareTo(NodeId other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
