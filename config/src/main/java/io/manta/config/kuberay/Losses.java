package io.manta.config.kuberay;

import io.manta.config.resolve.Findings;
import io.manta.config.yaml.Fields;
import io.manta.config.yaml.Items;
import io.manta.config.yaml.Origin;
import io.manta.config.yaml.Scalar;
import io.manta.config.yaml.Value;
import io.manta.spi.model.Problem;
import io.manta.spi.model.Problem.Level;
import java.util.Collection;

/** Collects what could not be carried over, each at the place where it stands. */
final class Losses {
    final Findings findings = new Findings();

    void lost(String what, String why, String fix, Origin at) {
        findings.add(
                new Problem("KUBERAY-LOST", Level.WARNING, "`" + what + "` is not carried over", why, fix, at.at()));
    }

    /** A key that has no counterpart, if the user wrote it and it says anything. */
    void lost(Fields fields, String path, String key, String why, String fix) {
        fields.get(key)
                .filter(value -> value.origin().at().isPresent() && says(value))
                .ifPresent(value -> lost(path + key, why, fix, fields.keyOrigin(key)));
    }

    /** Every key but those that are known. */
    void others(Fields fields, String path, Collection<String> known, String why) {
        for (String key : fields.keys()) {
            if (!known.contains(key)) {
                lost(fields, path, key, why, "");
            }
        }
    }

    void differs(String what, String why, String fix, Origin at) {
        findings.add(new Problem("KUBERAY-DIFFERS", Level.WARNING, what, why, fix, at.at()));
    }

    void renamed(String what, String name, String given, Origin at) {
        differs(
                what + " `" + name + "` is called `" + given + "` there",
                "names have lower-case letters, digits and hyphens, at most " + ObjectNames.LONGEST,
                "",
                at);
    }

    private static boolean says(Value value) {
        return switch (value) {
            case Scalar scalar -> !scalar.isNull() && !Boolean.FALSE.equals(scalar.data()) && !"".equals(scalar.data());
            case Fields fields -> !fields.isEmpty();
            case Items items -> !items.values().isEmpty();
        };
    }
}
