package io.manta.config.resolve;

import io.manta.config.yaml.Fields;
import io.manta.config.yaml.Origin;
import java.util.LinkedHashMap;
import java.util.Map;

/** Keys that were only renamed: read under their new names, each with a note. */
public final class LegacyNames {
    private LegacyNames() {}

    /** Works on any tree, however wrong. */
    public static Fields translate(Fields written, Findings findings) {
        Fields out = written;
        for (Map.Entry<String, String> name : names(written).entrySet()) {
            String old = name.getKey();
            String modern = name.getValue();
            if (!written.has(old)) {
                continue;
            }
            Origin at = written.keyOrigin(old);
            if (written.has(modern)) {
                findings.warning(
                        "CONFIG-LEGACY-IGNORED",
                        "`" + old + "` is ignored",
                        "`" + modern + "` is there and takes its place",
                        "remove `" + old + "`",
                        at);
            } else {
                findings.note(
                        "CONFIG-LEGACY-KEY",
                        "`" + old + "` is an old key",
                        "it is called `" + modern + "` now",
                        "rename it",
                        at);
                out = out.with(modern, written.get(old).orElseThrow());
            }
            out = out.without(old);
        }
        return out;
    }

    private static Map<String, String> names(Fields written) {
        var names = new LinkedHashMap<String, String>();
        names.put("available_instance_types", "available_node_types");
        for (String role : new String[] {"head", "worker"}) {
            String old = role + "_init_commands";
            // The first of Ray's files had one list for both.
            boolean starts = written.texts(old).stream().anyMatch(command -> command.contains("ray start"));
            names.put(old, role + (starts ? "_start_ray_commands" : "_setup_commands"));
        }
        return names;
    }
}
