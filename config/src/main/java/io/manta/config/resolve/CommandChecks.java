package io.manta.config.resolve;

import io.manta.config.yaml.Fields;
import io.manta.config.yaml.Items;
import io.manta.config.yaml.Scalar;
import io.manta.config.yaml.Value;
import java.util.LinkedHashMap;
import java.util.Map;

/** What is wrong with the user's own start commands, as far as their text shows it. */
final class CommandChecks {
    /** Flags of {@code ray start} that today's Ray no longer takes, with what replaced them. */
    static final Map<String, String> OLD_FLAGS = oldFlags();

    private final Findings findings;

    CommandChecks(Findings findings) {
        this.findings = findings;
    }

    void check(Fields user) {
        start(
                user,
                "head_start_ray_commands",
                "--head",
                "the head would be no head",
                "add `--head` to its `ray start`");
        start(
                user,
                "worker_start_ray_commands",
                "--address",
                "workers would not find the head",
                "add `--address=$RAY_HEAD_IP:6379` to their `ray start`");
    }

    private void start(Fields user, String key, String needed, String why, String fix) {
        Items commands = user.items(key).orElse(Items.empty(user.origin()));
        boolean starts = false;
        boolean complete = false;
        for (Value value : commands.values()) {
            if (value instanceof Scalar scalar
                    && scalar.data() instanceof String command
                    && command.contains("ray start")) {
                starts = true;
                complete |=
                        command.contains(needed) || (needed.equals("--address") && command.contains("--redis-address"));
                oldFlags(command, value);
            }
        }
        if (starts && !complete) {
            findings.warning(
                    "CONFIG-START-COMMAND",
                    "`" + key + "` has a `ray start` without `" + needed + "`",
                    why,
                    fix,
                    user.keyOrigin(key));
        }
    }

    private void oldFlags(String command, Value at) {
        OLD_FLAGS.forEach((old, modern) -> {
            if (command.contains(old)) {
                findings.warning(
                        "CONFIG-LEGACY-COMMAND",
                        "`ray start " + old + "` is an old flag",
                        "Ray 2 no longer takes it",
                        "write `" + modern + "`, or run `manta config --modernize`",
                        at.origin());
            }
        });
    }

    private static Map<String, String> oldFlags() {
        var flags = new LinkedHashMap<String, String>();
        flags.put("--redis-address", "--address");
        flags.put("--redis-port", "--port");
        flags.put("--webui-host", "--dashboard-host");
        return flags;
    }
}
