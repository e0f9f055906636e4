package io.manta.remote.ssh;

/**
 * A path on the host, relative to the home directory in which every session starts, or absolute.
 *
 * @param directory whether it was written with a slash at the end
 */
record RemotePath(String path, boolean directory) {
    static RemotePath of(String written) {
        boolean directory = written.endsWith("/");
        String path = directory && written.length() > 1 ? written.substring(0, written.length() - 1) : written;
        if (path.equals("~") || path.isEmpty()) {
            return new RemotePath(".", true);
        }
        if (path.startsWith("~/")) {
            path = path.substring(2);
        }
        // Else a program would take it for an option.
        return new RemotePath(path.startsWith("-") ? "./" + path : path, directory);
    }

    /** The directory that must exist before something is copied here. */
    String parent() {
        if (directory) {
            return path;
        }
        int slash = path.lastIndexOf('/');
        return slash < 0 ? "." : slash == 0 ? "/" : path.substring(0, slash);
    }

    String name() {
        return path.substring(path.lastIndexOf('/') + 1);
    }

    @Override
    public String toString() {
        return directory && !path.equals("/") ? path + "/" : path;
    }
}
