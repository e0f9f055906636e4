package io.manta.config.tool;

import io.manta.config.yaml.Fields;
import io.manta.config.yaml.Scalar;
import io.manta.config.yaml.Value;
import io.manta.spi.secret.Secrets;

/** Decides what is not shown when a configuration is printed. */
final class Redaction {
    private Redaction() {}

    /** A secret key hides a single value, and a mapping only where every entry is a secret by the mapping's name. */
    static boolean hides(String key, Value value) {
        if (!Secrets.isSecretKey(key)) {
            return false;
        }
        return switch (value) {
            case Scalar scalar -> !scalar.isNull() && !(scalar.data() instanceof Boolean);
            case Fields fields -> key.equals("aws_credentials") && !fields.isEmpty();
            default -> false;
        };
    }
}
