package io.manta.provider.localhost;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What {@code machine.json} says of a machine.
 *
 * @param rayTemp Ray's temp dir, outside the machine's directory because paths of Unix sockets must be short
 * @param ports of the head; workers have none
 * @param accelerators what the node holds, by Ray's name of the resource; absent where nobody counts them
 */
record MachineRecord(
        Map<String, String> tags,
        Instant created,
        String rayTemp,
        Optional<HeadPorts> ports,
        Optional<Map<String, List<Accelerator>>> accelerators) {
    MachineRecord {
        tags = Map.copyOf(tags);
    }

    MachineRecord withTags(Map<String, String> more) {
        var merged = new TreeMap<>(tags);
        merged.putAll(more);
        return new MachineRecord(merged, created, rayTemp, ports, accelerators);
    }

    MachineRecord withPorts(HeadPorts other) {
        return new MachineRecord(tags, created, rayTemp, Optional.of(other), accelerators);
    }

    String toJson() throws IOException {
        var out = new LinkedHashMap<String, Object>();
        out.put("version", 1);
        out.put("created", created.toString());
        out.put("ray_temp", rayTemp);
        ports.ifPresent(p -> out.put("ports", p.toMap()));
        accelerators.ifPresent(held -> {
            var lists = new TreeMap<String, Object>();
            held.forEach((resource, devices) ->
                    lists.put(resource, devices.stream().map(Accelerator::toMap).toList()));
            out.put("accelerators", lists);
        });
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
        Optional<Map<String, List<Accelerator>>> accelerators = in.get("accelerators") instanceof Map<?, ?> map
                ? Optional.of(Accelerator.mapOf(map))
                : Optional.empty();
        return new MachineRecord(text, Instant.parse(created), rayTemp, ports, accelerators);
    }
}
