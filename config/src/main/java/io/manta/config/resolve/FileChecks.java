package io.manta.config.resolve;

import io.manta.config.yaml.Fields;
import io.manta.config.yaml.Value;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Set;

/** Whether the files that the configuration names are there and can be read. */
final class FileChecks {
    private final Findings findings;
    private final LocalPaths paths;

    FileChecks(Findings findings, LocalPaths paths) {
        this.findings = findings;
        this.paths = paths;
    }

    void check(Fields user, Fields resolved) {
        boolean docker = resolved.table("docker").filter(DockerChecks::used).isPresent();
        user.table("file_mounts")
                .ifPresent(mounts -> mounts.keys()
                        .forEach(remote -> mounts.text(remote)
                                .filter(local -> !Placeholders.is(local))
                                .ifPresent(local ->
                                        mount(remote, local, mounts.get(remote).orElseThrow(), docker))));
        user.table("provider")
                .filter(p -> p.text("type").filter("localhost"::equals).isPresent())
                .ifPresent(this::python);
        user.table("provider")
                .filter(p -> p.text("type").filter("external"::equals).isPresent())
                .ifPresent(p -> new ExternalChecks(findings).files(p, paths));
        user.table("auth").ifPresent(auth -> {
            key(auth, "ssh_private_key");
            key(auth, "ssh_public_key");
        });
    }

    private void mount(String remote, String local, Value at, boolean docker) {
        Path path = paths.resolve(local);
        if (path == null || !Files.exists(path)) {
            findings.error(
                    "CONFIG-FILE-MISSING",
                    "`file_mounts` brings " + local + " to " + remote + ", but it does not exist",
                    path == null ? "this is no valid path" : "looked for " + path.normalize(),
                    local.contains("/.git/refs/")
                            ? "check the branch's name; if git has packed it, the next commit on it brings the file back"
                            : "create it, or correct the path",
                    at.origin());
        } else if (!Files.isReadable(path) || (Files.isDirectory(path) && !Files.isExecutable(path))) {
            findings.error(
                    "CONFIG-FILE-UNREADABLE",
                    local + " cannot be read",
                    "you may not read " + path,
                    "give yourself the right to read it",
                    at.origin());
        } else if (docker && Files.isRegularFile(path)) {
            findings.warning(
                    "CONFIG-DOCKER-FILE",
                    "`file_mounts` brings the single file " + local + " into containers",
                    "a container keeps the file it started with when the file is replaced",
                    "mount its directory instead",
                    at.origin());
        }
    }

    private void python(Fields provider) {
        provider.text("python").ifPresent(written -> {
            Path path = paths.resolve(written);
            if (path == null || !Files.exists(path)) {
                findings.error(
                        "CONFIG-FILE-MISSING",
                        "`provider.python` does not exist: " + written,
                        path == null ? "this is no valid path" : "looked for " + path.normalize(),
                        "name a Python or a virtual environment, or remove the line to have one made",
                        provider.get("python").orElseThrow().origin());
            }
        });
    }

    private void key(Fields auth, String key) {
        auth.text(key).filter(written -> !Placeholders.is(written)).ifPresent(written -> {
            Value at = auth.get(key).orElseThrow();
            Path path = paths.resolve(written);
            if (path == null || !Files.exists(path)) {
                findings.error(
                        "CONFIG-FILE-MISSING",
                        "the key `auth." + key + "` does not exist: " + written,
                        path == null ? "this is no valid path" : "looked for " + path.normalize(),
                        "correct the path, or remove the line if the provider makes a key",
                        at.origin());
            } else if (!Files.isRegularFile(path) || !Files.isReadable(path)) {
                findings.error(
                        "CONFIG-FILE-UNREADABLE",
                        "the key `auth." + key + "` cannot be read: " + written,
                        Files.isDirectory(path) ? "it is a directory" : "you may not read " + path,
                        "name a file you can read",
                        at.origin());
            } else if (key.equals("ssh_private_key") && openToOthers(path)) {
                findings.warning(
                        "CONFIG-KEY-MODE",
                        "the private key " + written + " can be read by others",
                        "ssh refuses such a key",
                        "run `chmod 600 " + written + "`",
                        at.origin());
            }
        });
    }

    private static boolean openToOthers(Path path) {
        try {
            Set<PosixFilePermission> modes = Files.getPosixFilePermissions(path);
            return modes.contains(PosixFilePermission.GROUP_READ) || modes.contains(PosixFilePermission.OTHERS_READ);
        } catch (IOException | RuntimeException e) {
            return false;
        }
    }
}
