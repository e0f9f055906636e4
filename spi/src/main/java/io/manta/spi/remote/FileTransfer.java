package io.manta.spi.remote;

import java.util.List;

/**
 * Files to copy between this machine and a node.
 *
 * @param local path here; {@code ~} is the user's home; a directory's contents are copied when it ends in {@code /}
 * @param remote path there; {@code ~} is the node's home
 * @param excludes rsync exclude patterns
 * @param filters names of ignore files (such as {@code .gitignore}) honoured in every directory
 */
public record FileTransfer(String local, String remote, List<String> excludes, List<String> filters) {
    public FileTransfer {
        excludes = List.copyOf(excludes);
        filters = List.copyOf(filters);
    }

    public static FileTransfer of(String local, String remote) {
        return new FileTransfer(local, remote, List.of(), List.of());
    }

    /** The same for a directory that is to have the other's contents, whether written with a slash or not. */
    public FileTransfer ofDirectory() {
        return new FileTransfer(withSlash(local), withSlash(remote), excludes, filters);
    }

    private static String withSlash(String path) {
        return path.endsWith("/") ? path : path + "/";
    }
}
