package io.manta.ray;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.ForwardingClientCall.SimpleForwardingClientCall;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;

/** Puts Ray's token on every call. Prints as stars. */
final class BearerToken implements ClientInterceptor {
    static final Metadata.Key<String> HEADER = Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER);

    private final String token;

    BearerToken(String token) {
        // A token file usually ends in a newline, which no header may carry.
        this.token = token.strip();
    }

    @Override
    public <Q, A> ClientCall<Q, A> interceptCall(MethodDescriptor<Q, A> method, CallOptions options, Channel next) {
        return new SimpleForwardingClientCall<>(next.newCall(method, options)) {
            @Override
            public void start(Listener<A> listener, Metadata headers) {
                headers.put(HEADER, "Bearer " + token);
                super.start(listener, headers);
            }
        };
    }

    @Override
    public String toString() {
        return "Bearer ***";
    }
}
