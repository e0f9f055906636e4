package io.manta.spi.model;

import java.util.Optional;

/** The status that set-up writes on a machine's tags, with Ray's names. */
public enum NodeStatus {
    UNINITIALIZED("uninitialized"),
    WAITING_FOR_SSH("waiting-for-ssh"),
    SYNCING_FILES("syncing-files"),
    SETTING_UP("setting-up"),
    UP_TO_DATE("up-to-date"),
    UPDATE_FAILED("update-failed");

    private final String tag;

    NodeStatus(String tag) {
        this.tag = tag;
    }

    public String tag() {
        return tag;
    }

    public static Optional<NodeStatus> of(String tag) {
        for (NodeStatus status : values()) {
            if (status.tag.equals(tag)) {
                return Optional.of(status);
            }
        }
        return Optional.empty();
    }
}
