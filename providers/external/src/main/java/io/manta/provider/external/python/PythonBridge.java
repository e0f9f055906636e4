package io.manta.provider.external.python;

import io.manta.provider.external.protocol.Helper;
import io.manta.spi.model.Problem;
import io.manta.spi.provider.ProviderException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/**
 * The command line of a helper that runs one of Ray's Python providers.
 *
 * @param module {@code package.module.Class}
 * @param runtime a directory all clusters share, in which the bridge's file is put
 */
public record PythonBridge(String module, Optional<String> python, Path runtime) implements Helper.Start {
    private static final String RESOURCE = "/io/manta/provider/external/ray_bridge.py";

    @Override
    public List<String> command() throws ProviderException, InterruptedException {
        Path interpreter = new PythonSearch(python, runtime).find();
        return List.of(interpreter.toString(), "-u", script().toString(), module);
    }

    private Path script() throws ProviderException {
        try (InputStream in = PythonBridge.class.getResourceAsStream(RESOURCE)) {
            byte[] text = in == null ? new byte[0] : in.readAllBytes();
            // Named after its contents: several versions of Manta may share the directory.
            String hash = HexFormat.of().toHexDigits(Arrays.hashCode(text));
            Path file = runtime.resolve("bridge").resolve("ray_bridge-" + hash + ".py");
            if (!Files.exists(file)) {
                Files.createDirectories(file.getParent());
                Path part = Files.createTempFile(file.getParent(), "bridge", ".part");
                Files.write(part, text);
                Files.move(part, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            }
            return file;
        } catch (IOException e) {
            throw new ProviderException(
                    ProviderException.Kind.INVALID,
                    Problem.error(
                            "EXTERNAL-HELPER-START",
                            "cannot write to " + runtime,
                            String.valueOf(e.getMessage()),
                            "check its permissions"),
                    e);
        }
    }
}
