package io.manta.spi.remote;

/** How a command ended; 128 + n when a signal ended it. */
public record CommandResult(int exitCode) {
    public boolean succeeded() {
        return exitCode == 0;
    }
}
