package io.manta.provider.kubernetes.access;

import io.manta.spi.model.ProblemException;
import java.net.URI;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import javax.net.ssl.SSLContext;

/**
 * Where an API is and who asks it.
 *
 * @param proxy an HTTP proxy on the way
 * @param namespace the one the context prefers
 * @param source for people: where this was read
 * @param context the context's name; empty inside a pod
 */
public record Access(
        URI server,
        SSLContext tls,
        Credentials credentials,
        Optional<URI> proxy,
        Optional<String> namespace,
        String source,
        String context) {

    /**
     * What a process may find: the file named by the settings, by {@code KUBECONFIG}, the usual one, or the pod's own account.
     *
     * @param kubeconfig the setting, if any
     * @param context the setting, if any
     * @param inPod whether to look for the pod's account first
     */
    public static Access find(
            Optional<String> kubeconfig,
            Optional<String> context,
            boolean inPod,
            Map<String, String> environment,
            Path home)
            throws ProblemException {
        if (inPod && PodAccount.isHere(environment)) {
            return PodAccount.read(environment);
        }
        Optional<Kubeconfig> config = Kubeconfig.find(kubeconfig, environment, home);
        if (config.isPresent()) {
            return config.get().access(context, environment);
        }
        if (PodAccount.isHere(environment)) {
            return PodAccount.read(environment);
        }
        throw AccessProblems.nothing(home.resolve(".kube/config"));
    }
}
