package io.manta.provider.kubernetes.access;

import io.manta.spi.model.ProblemException;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** The service account that Kubernetes gives to the processes of a pod. */
final class PodAccount {
    private static final Path DIRECTORY = Path.of("/var/run/secrets/kubernetes.io/serviceaccount");

    private PodAccount() {}

    static boolean isHere(Map<String, String> environment) {
        return environment.containsKey("KUBERNETES_SERVICE_HOST") && Files.exists(DIRECTORY.resolve("token"));
    }

    static Access read(Map<String, String> environment) throws ProblemException {
        String host = environment.getOrDefault("KUBERNETES_SERVICE_HOST", "");
        String port = environment.getOrDefault("KUBERNETES_SERVICE_PORT", "443");
        String literal = host.indexOf(':') >= 0 ? "[" + host + "]" : host;
        try {
            Path authority = DIRECTORY.resolve("ca.crt");
            Path namespace = DIRECTORY.resolve("namespace");
            return new Access(
                    URI.create("https://" + literal + ":" + port),
                    Tls.context(
                            Files.exists(authority) ? Optional.of(Files.readString(authority)) : Optional.empty(),
                            Optional.empty(),
                            false),
                    new TokenFile(DIRECTORY.resolve("token")),
                    Optional.empty(),
                    Files.exists(namespace)
                            ? Optional.of(Files.readString(namespace).strip())
                            : Optional.empty(),
                    "the pod's service account",
                    "");
        } catch (IOException e) {
            throw AccessProblems.unreadable(DIRECTORY, e);
        }
    }
}
