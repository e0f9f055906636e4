package io.manta.provider.gcp.api;

/** One of Google's APIs, and where its paths begin. */
public enum Service {
    COMPUTE("compute", "/compute/v1/"),
    IAM("iam", "/v1/"),
    RESOURCE_MANAGER("cloudresourcemanager", "/v1/"),
    SERVICE_USAGE("serviceusage", "/v1/"),
    TPU("tpu", "/v2/"),
    OS_LOGIN("oslogin", "/v1/"),
    USER_INFO("www", "/oauth2/v2/");

    private final String host;
    private final String base;

    Service(String host, String base) {
        this.host = host;
        this.base = base;
    }

    /** As it is enabled for a project. */
    public String domain() {
        return host + ".googleapis.com";
    }

    String base() {
        return base;
    }
}
