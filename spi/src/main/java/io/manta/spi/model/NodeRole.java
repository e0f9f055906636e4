package io.manta.spi.model;

/** What a node is in its cluster; the tag value is Ray's. */
public enum NodeRole {
    HEAD("head"),
    WORKER("worker");

    private final String tag;

    NodeRole(String tag) {
        this.tag = tag;
    }

    public String tag() {
        return tag;
    }
}
