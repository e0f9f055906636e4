package io.manta.provider.kubernetes.access;

import java.io.IOException;
import java.util.Optional;

/** Says who asks, for every request anew, since tokens end. */
public interface Credentials {
    Credentials NONE = () -> Optional.empty();

    /** The {@code Authorization} header, when there is one. */
    Optional<String> authorization() throws IOException, InterruptedException;

    /** The last answer was refused: the next one shall be made anew. */
    default void renew() {}

    static Credentials bearer(String token) {
        return () -> Optional.of("Bearer " + token.strip());
    }
}
