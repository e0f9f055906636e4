package io.manta.cli;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** What went wrong with a file, without the name of an exception. */
final class FileTrouble {
    private FileTrouble() {}

    static String of(IOException e) {
        String file = e instanceof FileSystemException known ? known.getFile() : null;
        if (file == null) {
            return "cannot read or write a file: " + (e.getMessage() == null ? "no reason given" : e.getMessage());
        }
        String reason = ((FileSystemException) e).getReason();
        return switch (e) {
            case NoSuchFileException missing -> missing(file);
            case AccessDeniedException denied -> "no permission to read or write " + file;
            default -> "cannot read or write " + file + (reason == null ? "" : ": " + reason);
        };
    }

    private static String missing(String file) {
        Path parent = Path.of(file).toAbsolutePath().getParent();
        boolean known = parent == null || parent.toFile().isDirectory();
        return known ? "there is no file " + file : "there is no directory " + parent + " for the file " + file;
    }
}
