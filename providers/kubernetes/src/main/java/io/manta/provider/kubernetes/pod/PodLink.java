package io.manta.provider.kubernetes.pod;

import io.manta.provider.kubernetes.api.ApiException;
import io.manta.provider.kubernetes.api.ExecProcess;
import io.manta.provider.kubernetes.api.PodExec;
import io.manta.spi.model.Problem;
import io.manta.spi.provider.NodeLink;
import io.manta.spi.remote.RemoteException;
import java.io.IOException;
import java.util.List;

/** Programs in the first container of a pod, started by the API. */
public record PodLink(PodExec exec, String namespace, String pod, String container) implements NodeLink {
    @Override
    public Process start(List<String> words, Streams streams) throws RemoteException, InterruptedException {
        try {
            return exec.start(namespace, pod, container, words, streams == Streams.TERMINAL);
        } catch (ApiException e) {
            throw failure(e);
        }
    }

    private RemoteException failure(ApiException e) {
        if (e.isDenied() || e.status() == 401) {
            return new RemoteException(
                    Problem.error(
                            "KUBE-EXEC-DENIED",
                            "commands may not be run in pod " + pod,
                            e.said(),
                            "have an administrator apply what `manta doctor --policy` prints: it allows pods/exec"),
                    false,
                    e);
        }
        return new RemoteException(
                Problem.error(
                        "KUBE-EXEC",
                        "commands cannot be run in pod " + pod + (e.isMissing() ? ": it is gone" : ""),
                        e.said(),
                        "see `manta status`; Kubernetes must be 1.30 or newer"),
                true,
                e);
    }

    @Override
    public void resize(Process process, int columns, int rows) {
        if (process instanceof ExecProcess there) {
            try {
                there.resize(columns, rows);
            } catch (IOException e) {
                // It has ended: there is nothing left to be large or small.
                return;
            }
        }
    }

    @Override
    public String name() {
        return "pod " + pod;
    }

    @Override
    public String shellHint() {
        return "kubectl -n " + namespace + " exec -it " + pod + " -- bash -l";
    }
}
