package io.manta.provider.localhost;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What {@code machine.json} says of a machine.
 *
 * @param rayTemp Ray's temp dir, outside the machine's directory because paths of Unix sockets must be short
 * @param ports of the head; workers have none
 */
record MachineRecord(Map<String, String> tags, Instant created, String rayTemp, Optional<HeadPorts> ports) {
    MachineRecord {
        tags = Map.copyOf(tags);
    }

    MachineRecord withTags(Map<String, String> more) {
        var merged = new TreeMap<>(tags);
        merged.putAll(more);
        return new MachineRecord(merged, created, rayTemp, ports);
    }

    MachineRecord withPorts(HeadPorts other) {
        return new MachineRecord(tags, created, rayTemp, Optional.of(other));
    }

    String toJson() throws IOException {
        var out = new LinkedHashMap<String, Object>();
        out.put("version", 1);
        out.put("created", created.toString());
        out.put("ray_temp", rayTemp);
        ports.ifPresent(p -> out.put("ports", p.toMap()));
        out.put("tags", new TreeMap<>(tags));
        return JSON.std.with(JSON.Feature.PRETTY_PRINT_OUTPUT).asString(out);
    }

    static MachineRecord fromJson(String json) throws IOException {
        Map<String, Object> in = JSON.std.mapFrom(json);
        if (!(in.get("created") instanceof String created)
                || !(in.get("ray_temp") instanceof String rayTemp)
                || !(in.get("tags") instanceof Map<?, ?> tags)) {
            throw new IOException("not a machine record: " + json);
        }
        var text = new TreeMap<String, String>();
        tags.forEach((name, value) -> text.put(String.valueOf(name), String.valueOf(value)));
        Optional<HeadPorts> ports =
                in.get("ports") instanceof Map<?, ?> map ? Optional.of(HeadPorts.of(map)) : Optional.empty();
        return new MachineRecord(text, Instant.parse(created), rayTemp, ports);
    }
}
