package io.manta.core.port;

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
}
