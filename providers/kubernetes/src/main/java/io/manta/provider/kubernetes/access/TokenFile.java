package io.manta.provider.kubernetes.access;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** A token in a file that someone else renews, so that it is read every time. */
record TokenFile(Path file) implements Credentials {
    @Override
    public Optional<String> authorization() throws IOException {
        return Optional.of("Bearer " + Files.readString(file).strip());
    }
}
