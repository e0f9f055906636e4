package io.manta.spi.remote;

/** A local port that leads to a port on the node's loopback. */
public record PortForward(int localPort, int remotePort) {}
