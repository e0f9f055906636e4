package io.manta.provider.aws.image;

import io.manta.provider.aws.client.AwsClients;
import io.manta.provider.aws.client.AwsErrors;
import io.manta.provider.aws.settings.AwsSettings;
import io.manta.provider.aws.settings.FactCache;
import io.manta.provider.aws.settings.Owned;
import io.manta.spi.provider.ProviderException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.ec2.model.Ec2Exception;
import software.amazon.awssdk.services.ec2.model.GpuDeviceInfo;
import software.amazon.awssdk.services.ec2.model.InstanceTypeInfo;

/** What instance types are made of. */
public final class InstanceTypes {
    private static final int MOST_PER_CALL = 100;

    private final AwsClients clients;
    private final FactCache cache;
    private final String region;

    public InstanceTypes(AwsClients clients, FactCache cache, String region) {
        this.clients = clients;
        this.cache = cache;
        this.region = region;
    }

    /**
     * @param gpuName such as {@code T4}, empty without GPUs
     * @param architectures such as {@code x86_64}
     */
    public record Facts(
            int cpus,
            long memoryMiB,
            int gpus,
            String gpuName,
            List<String> architectures,
            boolean spot,
            boolean efa) {}

    /** Facts by name; names that EC2 does not know here are left out. */
    public Map<String, Facts> of(Collection<String> names) throws ProviderException, InterruptedException {
        var found = new LinkedHashMap<String, Facts>();
        var unknown = new ArrayList<String>();
        for (String name : names) {
            CommonTypes.find(name)
                    .or(() -> cache.get(key(name)).map(InstanceTypes::read))
                    .ifPresentOrElse(facts -> found.put(name, facts), () -> unknown.add(name));
        }
        for (int at = 0; at < unknown.size(); at += MOST_PER_CALL) {
            found.putAll(ask(unknown.subList(at, Math.min(unknown.size(), at + MOST_PER_CALL))));
        }
        return found;
    }

    private Map<String, Facts> ask(List<String> names) throws ProviderException, InterruptedException {
        var found = new LinkedHashMap<String, Facts>();
        for (InstanceTypeInfo info : describe(names)) {
            found.put(info.instanceTypeAsString(), facts(info));
        }
        var entries = new LinkedHashMap<String, Map<String, Object>>();
        found.forEach((name, facts) -> entries.put(key(name), write(facts)));
        cache.put(entries);
        return found;
    }

    /** One unknown name makes EC2 refuse the whole question; then it is asked as a filter, which only leaves it out. */
    private List<InstanceTypeInfo> describe(List<String> names) throws ProviderException, InterruptedException {
        return AwsClients.ask("describe instance types", () -> {
            try {
                return clients.ec2()
                        .describeInstanceTypes(r -> r.instanceTypesWithStrings(names))
                        .instanceTypes();
            } catch (Ec2Exception e) {
                if (!AwsErrors.code(e).startsWith("InvalidInstanceType")) {
                    throw e;
                }
                return clients
                        .ec2()
                        .describeInstanceTypesPaginator(
                                r -> r.filters(Owned.filter("instance-type", names.toArray(String[]::new))))
                        .instanceTypes()
                        .stream()
                        .filter(info -> names.contains(info.instanceTypeAsString()))
                        .toList();
            }
        });
    }

    private static Facts facts(InstanceTypeInfo info) {
        List<GpuDeviceInfo> gpus =
                info.gpuInfo() == null ? List.of() : info.gpuInfo().gpus();
        return new Facts(
                info.vCpuInfo().defaultVCpus(),
                info.memoryInfo().sizeInMiB(),
                gpus.stream().mapToInt(GpuDeviceInfo::count).sum(),
                gpus.isEmpty() ? "" : gpus.getFirst().name(),
                info.processorInfo().supportedArchitecturesAsStrings(),
                info.supportedUsageClassesAsStrings().contains("spot"),
                info.networkInfo() != null
                        && Boolean.TRUE.equals(info.networkInfo().efaSupported()));
    }

    private String key(String name) {
        return "type/" + region + "/" + name;
    }

    private static Map<String, Object> write(Facts facts) {
        return Map.of(
                "cpus", facts.cpus(),
                "memory", facts.memoryMiB(),
                "gpus", facts.gpus(),
                "gpu_name", facts.gpuName(),
                "architectures", facts.architectures(),
                "spot", facts.spot(),
                "efa", facts.efa());
    }

    private static Facts read(Map<String, Object> map) {
        return new Facts(
                number(map, "cpus").intValue(),
                number(map, "memory").longValue(),
                number(map, "gpus").intValue(),
                String.valueOf(map.get("gpu_name")),
                AwsSettings.words(map.get("architectures")),
                Boolean.TRUE.equals(map.get("spot")),
                Boolean.TRUE.equals(map.get("efa")));
    }

    private static Number number(Map<String, Object> map, String key) {
        return map.get(key) instanceof Number number ? number : 0;
    }
}
