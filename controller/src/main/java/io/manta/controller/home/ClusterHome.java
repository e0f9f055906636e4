package io.manta.controller.home;

import io.manta.spi.model.NodeId;
import java.nio.file.Path;

/** Where one cluster's files are. */
public record ClusterHome(Path dir) {
    public String name() {
        return dir.getFileName().toString();
    }

    /** The configuration text that the daemon follows; replaced as a whole. */
    public Path config() {
        return dir.resolve("cluster.yaml");
    }

    /** The same for the head: resolved, and without what only the user's machine needs. */
    public Path headConfig() {
        return dir.resolve("head.yaml");
    }

    /** Who made the cluster from which file; its presence makes the cluster's name usable in place of a file. */
    public Path record() {
        return dir.resolve("record.json");
    }

    /** As whom the cloud was asked when the cluster was made. */
    public Path profile() {
        return dir.resolve("profile");
    }

    /** Held by a process that changes the cluster from outside its daemon; contains who. */
    public Path lock() {
        return dir.resolve("lock");
    }

    public Path events() {
        return dir.resolve("events.jsonl");
    }

    /** The daemon's last report. */
    public Path status() {
        return dir.resolve("status.json");
    }

    /** The past in samples; bounded, see {@link io.manta.controller.history.SampleRing}. */
    public Path history() {
        return dir.resolve("history");
    }

    /** What the controller must remember over a restart besides the machines' tags. */
    public Path memory() {
        return dir.resolve("memory.json");
    }

    /** Which nodes were asked for under which ids, noted before the provider is asked. */
    public Path asked() {
        return dir.resolve("asked.json");
    }

    /** The same on a head: what {@code up} asked for from its own machine. */
    public Path askedByUp() {
        return dir.resolve("asked-by-up.json");
    }

    /** Requests for the daemon, one file each, removed when done. */
    public Path requests() {
        return dir.resolve("requests");
    }

    public Path machines() {
        return dir.resolve("machines");
    }

    public Path logs() {
        return dir.resolve("logs");
    }

    public Path logs(NodeId node) {
        return logs().resolve(node.value());
    }

    public Path daemon() {
        return dir.resolve("daemon");
    }
}
