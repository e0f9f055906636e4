package io.manta.spi.model;

/** Tag names on machines. The {@code ray-} ones are Ray's, so that habits, consoles and adoption carry over. */
public final class Tags {
    public static final String CLUSTER = "ray-cluster-name";
    public static final String ROLE = "ray-node-type";
    public static final String TYPE = "ray-user-node-type";
    public static final String NAME = "ray-node-name";
    public static final String STATUS = "ray-node-status";
    public static final String LAUNCH_HASH = "ray-launch-config";
    public static final String RUNTIME_HASH = "ray-runtime-config";
    public static final String CONTENTS_HASH = "ray-file-mounts-contents";
    /** Ours: the node's id, which makes a launch idempotent. */
    public static final String NODE_ID = "manta-node-id";

    /** Ours: fingerprint of everything set-up did before Ray was started. */
    public static final String SETUP_HASH = "manta-setup";

    /** Ours: fingerprint of how Ray was started. */
    public static final String START_HASH = "manta-start";

    /** Ours: the random id of the cluster, which tells it from another of the same name. */
    public static final String CLUSTER_ID = "manta-cluster-id";

    /** Ours: who made the cluster, and on which machine. */
    public static final String OWNER = "manta-owner";

    private Tags() {}
}
