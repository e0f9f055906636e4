package io.manta.config.schema;

import java.util.List;
import java.util.Map;

/** Which providers there are, and which of Ray's Manta does not have. */
public final class Providers {
    public static final String LOCALHOST = "localhost";
    public static final String SIMULATED = "simulated";
    public static final String LOCAL = "local";
    public static final String AWS = "aws";
    public static final String GCP = "gcp";
    public static final String KUBERNETES = "kubernetes";
    public static final String EXTERNAL = "external";

    public static final List<String> KNOWN = List.of(LOCALHOST, LOCAL, AWS, GCP, KUBERNETES, EXTERNAL, SIMULATED);

    /** Provider types of Ray that have no counterpart here, with what to do instead. */
    public static final Map<String, String> ABSENT = Map.of(
            "azure", "use an `external` provider, or Ray's own launcher for this cluster",
            "vsphere", "use `local` with the addresses of the virtual machines",
            "aliyun", "use an `external` provider, or Ray's own launcher for this cluster",
            "kuberay", "KubeRay describes clusters as RayCluster resources; for pods made by Manta use `kubernetes`",
            "spark", "start Ray from Spark itself",
            "fake_multinode", "use `localhost`, which runs real Ray nodes on this machine",
            "fake_multinode_docker", "use `localhost`, which runs real Ray nodes on this machine",
            "readonly", "this type is internal to Ray and cannot make machines");

    private Providers() {}
}
