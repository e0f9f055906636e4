package io.manta.provider.localhost;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/** Writes the programs that a node of this provider needs besides Ray's own. */
final class NodeScripts {
    private NodeScripts() {}

    static void write(MachineDirectory machine) throws IOException {
        copy("worker_node.py", machine.workerScript());
        copy("stop_ray.py", machine.stopScript());
        Files.createDirectories(machine.bin());
        Path ray = machine.bin().resolve("ray");
        copy("ray.sh", ray);
        Files.setPosixFilePermissions(ray, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private static void copy(String resource, Path to) throws IOException {
        try (InputStream in = NodeScripts.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IOException("missing resource " + resource);
            }
            MachineDirectory.writeAtomically(to, new String(in.readAllBytes(), StandardCharsets.UTF_8));
        }
    }
}
