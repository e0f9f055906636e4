package io.manta.spi.provider;

import java.util.List;

/**
 * Things of one kind that a cluster has at its provider.
 *
 * @param kind such as {@code security groups}
 * @param names empty when there are none, which is worth saying after a cluster was taken down
 * @param note why they are there, or what they cost; may be empty
 */
public record Holding(String kind, List<String> names, String note) {
    public Holding {
        names = List.copyOf(names);
    }
}
