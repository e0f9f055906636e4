package io.manta.spi.remote;

/** Receives a command's output, standard output and error together, line by line. */
@FunctionalInterface
public interface OutputSink {
    OutputSink NOWHERE = line -> {};

    void line(String line);
}
