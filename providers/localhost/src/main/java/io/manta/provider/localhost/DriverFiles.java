package io.manta.provider.localhost;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What NVIDIA's driver shows of its cards as files. It only helps where there is no Ray yet that could be asked: Ray counts
 * what it can use, and knows other vendors.
 *
 * @param root of the file system whose {@code /proc} is read
 */
record DriverFiles(Path root) {
    static DriverFiles ofThisMachine() {
        return new DriverFiles(Path.of("/"));
    }

    /** Of each card. */
    List<String> models() {
        var found = new ArrayList<String>();
        Path cards = root.resolve("proc/driver/nvidia/gpus");
        if (!Files.isDirectory(cards)) {
            return found;
        }
        try (var entries = Files.newDirectoryStream(cards)) {
            for (Path card : entries) {
                found.add(model(card.resolve("information")));
            }
        } catch (IOException e) {
            return found;
        }
        return found;
    }

    String words() {
        List<String> models = models();
        return models.isEmpty()
                ? "asked for once Ray is installed"
                : MachineWords.amount(models.size(), "GPU") + " (" + String.join(", ", models)
                        + ") by the driver's files; asked for once Ray is installed";
    }

    private static String model(Path information) {
        try {
            return Files.readAllLines(information).stream()
                    .filter(line -> line.startsWith("Model:"))
                    .map(line -> line.substring("Model:".length()).strip())
                    .findFirst()
                    .orElse("NVIDIA");
        } catch (IOException e) {
            return "NVIDIA";
        }
    }
}
