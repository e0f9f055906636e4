package io.manta.provider.aws.image;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Instance types that need not be asked for: every region has them, and what they are made of never changes. */
final class CommonTypes {
    private static @Nullable Map<String, InstanceTypes.Facts> loaded;

    private CommonTypes() {}

    static Optional<InstanceTypes.Facts> find(String name) {
        return Optional.ofNullable(all().get(name));
    }

    private static synchronized Map<String, InstanceTypes.Facts> all() {
        Map<String, InstanceTypes.Facts> types = loaded;
        if (types == null) {
            types = new HashMap<>();
            for (String line : text().lines().toList()) {
                String[] words = line.split(" ", -1);
                if (!words[0].equals("#")) {
                    types.put(
                            words[0],
                            new InstanceTypes.Facts(
                                    Integer.parseInt(words[1]),
                                    Long.parseLong(words[2]),
                                    0,
                                    "",
                                    List.of("x86_64"),
                                    true,
                                    false));
                }
            }
            loaded = types;
        }
        return types;
    }

    private static String text() {
        try (InputStream in = CommonTypes.class.getResourceAsStream("types.txt")) {
            if (in == null) {
                throw new IllegalStateException("types.txt is not packaged");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
