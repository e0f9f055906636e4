package io.manta.remote.ssh;

/** A runner that keeps a login open, and can log in anew, for example to see changed groups. */
public interface Reconnecting {
    void reconnect();
}
