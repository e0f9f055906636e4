package io.manta.provider.kubernetes.api;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.net.http.WebSocketHandshakeException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletionException;

/** Starts programs in containers. */
public final class PodExec {
    /** The version of the protocol in which the end of input can be told; servers speak it since Kubernetes 1.30. */
    private static final String PROTOCOL = "v5.channel.k8s.io";

    private final KubeApi api;

    public PodExec(KubeApi api) {
        this.api = api;
    }

    /** @param container empty for the pod's default one */
    public ExecProcess start(String namespace, String pod, String container, List<String> words, boolean terminal)
            throws ApiException, InterruptedException {
        var path =
                new StringBuilder("/api/v1/namespaces/" + namespace + "/pods/" + pod + "/exec?stdin=true&stdout=true");
        path.append("&stderr=").append(!terminal).append("&tty=").append(terminal);
        if (!container.isEmpty()) {
            path.append("&container=").append(KubeApi.encode(container));
        }
        words.forEach(word -> path.append("&command=").append(KubeApi.encode(word)));
        var process = new ExecProcess();
        try {
            WebSocket socket = api.wire().open(path.toString(), PROTOCOL, process.listener());
            process.opened(socket);
            return process;
        } catch (CompletionException e) {
            throw refused(Objects.requireNonNullElse(e.getCause(), e));
        } catch (IOException e) {
            throw ApiException.unanswered(e);
        }
    }

    private static ApiException refused(Throwable cause) {
        if (cause instanceof WebSocketHandshakeException handshake) {
            HttpResponse<?> response = handshake.getResponse();
            Object body = response.body();
            String text = body instanceof byte[] raw
                    ? new String(raw, StandardCharsets.UTF_8)
                    : String.valueOf(body == null ? "" : body);
            return Answers.refused(response.statusCode(), text);
        }
        return ApiException.unanswered(cause instanceof Exception e ? e : new IOException(cause));
    }
}
