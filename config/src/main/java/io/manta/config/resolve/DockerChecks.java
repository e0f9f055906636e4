package io.manta.config.resolve;

import io.manta.config.yaml.Fields;
import java.util.Optional;

/** Whether the container settings hang together. */
final class DockerChecks {
    private final Findings findings;

    DockerChecks(Findings findings) {
        this.findings = findings;
    }

    /** Containers are used when there is an image and a name. */
    static boolean used(Fields docker) {
        return docker.text("container_name").isPresent() && hasImage(docker);
    }

    private static boolean hasImage(Fields docker) {
        return docker.text("image").isPresent()
                || (docker.text("head_image").isPresent()
                        && docker.text("worker_image").isPresent());
    }

    void check(Fields resolved) {
        Fields docker = resolved.table("docker").orElse(Fields.empty(resolved.origin()));
        boolean name = docker.text("container_name").isPresent();
        Optional<String> anyImage =
                docker.text("image").or(() -> docker.text("head_image")).or(() -> docker.text("worker_image"));
        if (anyImage.isPresent() && !name) {
            findings.error(
                    "CONFIG-DOCKER-NAME",
                    "`docker.container_name` is missing",
                    "an image is given: " + anyImage.get(),
                    "add `container_name: ray_container` under `docker`",
                    resolved.keyOrigin("docker"));
        } else if (name && !hasImage(docker)) {
            String role = docker.text("head_image").isPresent() ? "worker" : "head";
            boolean half = anyImage.isPresent();
            findings.error(
                    "CONFIG-DOCKER-IMAGE",
                    half ? "there is no image for the " + role : "`docker.image` is missing",
                    "a container name is given: "
                            + docker.text("container_name").get(),
                    half
                            ? "add `" + role + "_image` or `image` under `docker`"
                            : "add `image: rayproject/ray:2.60.0` under `docker`",
                    docker.keyOrigin("container_name"));
        } else if (!name
                && !docker.isEmpty()
                && docker.keys().stream()
                        .anyMatch(k -> docker.get(k).filter(DockerChecks::says).isPresent())) {
            findings.warning(
                    "CONFIG-DOCKER-OFF",
                    "`docker` has settings, but no image and no container name",
                    "so no containers are used",
                    "add `image` and `container_name`, or remove `docker`",
                    resolved.keyOrigin("docker"));
        }
        resolved.table("available_node_types")
                .ifPresent(types -> types.keys()
                        .forEach(type -> types.table(type)
                                .filter(t -> t.table("docker")
                                                .filter(d -> !d.isEmpty())
                                                .isPresent()
                                        && !name)
                                .ifPresent(t -> findings.error(
                                        "CONFIG-DOCKER-NAME",
                                        "the node type `" + type + "` has container settings, but the cluster has none",
                                        "`docker` of a node type only changes the cluster's",
                                        "add `docker: {image: ..., container_name: ...}` at the top level",
                                        t.keyOrigin("docker")))));
    }

    private static boolean says(io.manta.config.yaml.Value value) {
        Object plain = value.plain();
        return plain != null && !plain.equals("") && !plain.equals(java.util.List.of());
    }
}
