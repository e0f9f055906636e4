package io.manta.cli.wire;

import io.manta.spi.model.Problem;
import io.manta.spi.model.ProblemException;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URLConnection;
import java.nio.file.Files;
import java.nio.file.Path;

/** A cluster file given by its web address: it is fetched into the working directory, under its own name, as Ray does. */
final class DownloadedFile {
    private static final int LARGEST = 5_000_000;
    private static final int TIMEOUT_MILLIS = 30_000;

    private DownloadedFile() {}

    static boolean isAddress(String given) {
        return given.startsWith("https://") || given.startsWith("http://");
    }

    static Path fetch(String address, Path dir) throws ProblemException {
        try {
            URI uri = URI.create(address);
            String path = uri.getPath() == null ? "" : uri.getPath();
            String name = path.substring(path.lastIndexOf('/') + 1);
            if (name.isEmpty()) {
                throw new IOException("the address names no file");
            }
            URLConnection connection = uri.toURL().openConnection();
            connection.setConnectTimeout(TIMEOUT_MILLIS);
            connection.setReadTimeout(TIMEOUT_MILLIS);
            byte[] content;
            try (InputStream in = connection.getInputStream()) {
                content = in.readNBytes(LARGEST + 1);
            }
            if (content.length > LARGEST) {
                throw new IOException("it is larger than " + LARGEST / 1_000_000 + " MB");
            }
            return Files.write(dir.resolve(name), content);
        } catch (IOException | IllegalArgumentException e) {
            throw new ProblemException(
                    Problem.error(
                            "CLI-DOWNLOAD",
                            "cannot fetch " + address,
                            String.valueOf(e.getMessage()),
                            "check the address, or fetch the file yourself and name it"),
                    e);
        }
    }
}
