package io.manta.provider.localhost;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Accelerators that Ray counts as one resource.
 *
 * @param resource Ray's name of it: {@code GPU}, {@code TPU}, {@code neuron_cores} …
 * @param variable the vendor's variable that says which of them a process sees; empty where there is none
 * @param type Ray's name of the model, as in {@code accelerator_type:H200}; empty when Ray has none
 * @param limited whether the user's own value of the variable hides some
 * @param devices those that a cluster may use
 */
record AcceleratorFamily(String resource, String variable, String type, boolean limited, List<Accelerator> devices) {
    AcceleratorFamily {
        devices = List.copyOf(devices);
    }

    AcceleratorFamily withDevices(List<Accelerator> fewer) {
        return new AcceleratorFamily(resource, variable, type, limited, fewer);
    }

    Map<String, Object> toMap() {
        var out = new LinkedHashMap<String, Object>();
        out.put("resource", resource);
        out.put("variable", variable);
        out.put("type", type);
        out.put("limited", limited);
        out.put("devices", devices.stream().map(Accelerator::toMap).toList());
        return out;
    }

    static AcceleratorFamily of(Object value) throws IOException {
        if (value instanceof Map<?, ?> map
                && map.get("resource") instanceof String resource
                && map.get("variable") instanceof String variable
                && map.get("type") instanceof String type) {
            return new AcceleratorFamily(
                    resource,
                    variable,
                    type,
                    Boolean.TRUE.equals(map.get("limited")),
                    Accelerator.listOf(map.get("devices")));
        }
        throw new IOException("not a family of accelerators: " + value);
    }
}
