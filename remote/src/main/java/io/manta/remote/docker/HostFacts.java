package io.manta.remote.docker;

import io.manta.remote.shell.ShellText;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What one look at the host found out, as {@code name=value} lines.
 *
 * @param directories those of the mounts that are directories on the host
 */
record HostFacts(Map<String, String> values, Set<String> directories) {
    private static final String MARK = "manta-fact:";

    HostFacts {
        values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
        directories = Set.copyOf(directories);
    }

    static HostFacts parse(List<String> lines) {
        var values = new LinkedHashMap<String, String>();
        var directories = new HashSet<String>();
        for (String line : lines) {
            int equals = line.indexOf('=');
            if (line.startsWith(MARK) && equals > 0) {
                String name = line.substring(MARK.length(), equals);
                String value = line.substring(equals + 1);
                if (name.equals("directory")) {
                    directories.add(value);
                } else {
                    values.put(name, value);
                }
            }
        }
        return new HostFacts(values, directories);
    }

    /** A script that prints them; it changes nothing and never fails. */
    static String script(ContainerSpec spec) {
        String program = spec.program();
        var script = new StringBuilder();
        script.append("say() { printf '" + MARK + "%s=%s\\n' \"$1\" \"$2\"; }\n")
                .append("p=" + program + "; i="
                        + ShellText.quote(spec.settings().image()) + "; n=" + ShellText.quote(spec.name()) + "\n")
                .append("command -v $p >/dev/null || { say program missing; exit 0; }\n")
                .append(
                        "if version=$($p version --format '{{.Server.Version}}' 2>&1) || version=$($p version --format '{{.Version}}' 2>&1)\n")
                .append(
                        "then say version \"$version\"; else say broken \"$(echo \"$version\" | tr '\\n' ' ')\"; exit 0; fi\n")
                .append("say image \"$($p image inspect --format '{{.Id}}' $i 2>/dev/null)\"\n")
                .append(
                        "say container \"$($p inspect --type container --format '{{.State.Running}} {{.Image}} {{index .Config.Labels \"")
                .append(ContainerSpec.FINGERPRINT + "\"}}' $n 2>/dev/null)\"\n")
                .append(
                        "root=$($p info --format '{{.DockerRootDir}}' 2>/dev/null || $p info --format '{{.Store.GraphRoot}}' 2>/dev/null)\n")
                .append("say free \"$(df -Pk \"${root:-/}\" 2>/dev/null | awk 'NR==2{print $4*1024}')\"\n")
                .append("say root \"${root:-/}\"\n")
                .append("say memory \"$(awk '/^MemAvailable:/{print $2*1024}' /proc/meminfo 2>/dev/null)\"\n")
                .append("say runtimes \"$($p info --format '{{.Runtimes}}' 2>/dev/null)\"\n")
                .append("nvidia-smi >/dev/null 2>&1 && say gpu yes\n");
        for (String mount : spec.mounts()) {
            script.append("[ -d \"$HOME\"/" + ShellText.quote(spec.staging(mount)) + " ] && say directory "
                    + ShellText.quote(mount) + "\n");
        }
        return script.append("true").toString();
    }

    private Optional<String> value(String name) {
        return Optional.ofNullable(values.get(name)).filter(text -> !text.isBlank());
    }

    boolean hasProgram() {
        return !values.containsKey("program");
    }

    /** What the program said when its daemon could not be asked. */
    Optional<String> broken() {
        return value("broken");
    }

    Optional<String> imageId() {
        return value("image");
    }

    boolean containerExists() {
        return value("container").isPresent();
    }

    /** Whether the container runs and was made from exactly this. */
    boolean runs(String fingerprint) {
        return value("container")
                .filter(text -> text.startsWith("true ") && text.endsWith(" " + fingerprint))
                .isPresent();
    }

    Optional<Long> freeBytes() {
        return value("free").map(text -> (long) Double.parseDouble(text));
    }

    String storage() {
        return value("root").orElse("/");
    }

    Optional<Long> availableMemory() {
        return value("memory").map(text -> (long) Double.parseDouble(text));
    }

    boolean hasGpu() {
        return value("gpu").isPresent();
    }

    boolean hasNvidiaRuntime() {
        return value("runtimes").filter(text -> text.contains("nvidia")).isPresent();
    }
}
