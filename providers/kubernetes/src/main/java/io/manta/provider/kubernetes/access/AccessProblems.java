package io.manta.provider.kubernetes.access;

import io.manta.spi.model.Problem;
import io.manta.spi.model.ProblemException;
import java.nio.file.Path;

/** What can be wrong with the way to an API; docs/problems/kubernetes.md lists the codes. */
final class AccessProblems {
    private AccessProblems() {}

    static ProblemException nothing(Path usual) {
        return new ProblemException(Problem.error(
                "KUBE-NO-CONFIG",
                "there is no kubeconfig file",
                "neither provider.kubeconfig nor KUBECONFIG names one, " + usual
                        + " does not exist, and this is not a pod with a service account",
                "get one from whoever runs the Kubernetes cluster, or set KUBECONFIG"));
    }

    static ProblemException unreadable(Path file, Exception e) {
        return new ProblemException(
                Problem.error(
                        "KUBE-CONFIG-UNREADABLE",
                        "cannot read " + file,
                        String.valueOf(e.getMessage()),
                        "correct the path, or the file's permissions"),
                e);
    }

    static ProblemException wrong(String source, String what) {
        return new ProblemException(Problem.error(
                "KUBE-CONFIG-WRONG",
                source + ": " + what,
                "a context names a cluster and a user of the same file, and Manta must be able to use both",
                "see `kubectl config view`, or name another file or context"));
    }

    static ProblemException noContext(String source, String wanted, String known) {
        return new ProblemException(Problem.error(
                "KUBE-NO-CONTEXT",
                source + (wanted.isEmpty() ? " has no current context" : " has no context " + wanted),
                "",
                known.isEmpty() ? "name a file that has contexts" : "set provider.context to one of: " + known));
    }

    static ProblemException badKey(String source, Exception e) {
        return new ProblemException(
                Problem.error(
                        "KUBE-CONFIG-KEY",
                        source + ": the certificate or key cannot be used",
                        String.valueOf(e.getMessage()),
                        "get a new kubeconfig file"),
                e);
    }
}
