package io.manta.provider.aws.check;

import io.manta.provider.aws.client.AwsClients;
import io.manta.provider.aws.image.InstanceTypes;
import io.manta.provider.aws.offer.Ways;
import io.manta.provider.aws.prepare.AwsParts;
import io.manta.provider.aws.settings.Owned;
import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.NodeType;
import io.manta.spi.model.Problem;
import io.manta.spi.provider.Preflight.Finding;
import io.manta.spi.provider.ProviderException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.ec2.model.InstanceTypeOffering;
import software.amazon.awssdk.services.ec2.model.LocationType;

/** Whether the machines can be had at all: zones that offer them, and limits of the account. */
public final class CapacityCheck {
    // Running standard (A, C, D, H, I, M, R, T, Z) instances, in vCPUs.
    private static final String ON_DEMAND = "L-1216C47A";
    private static final String SPOT = "L-34B43A08";

    private final AwsParts parts;
    private final ClusterConfig config;

    public CapacityCheck(AwsParts parts, ClusterConfig config) {
        this.parts = parts;
        this.config = config;
    }

    public List<Finding> offerings() throws ProviderException, InterruptedException {
        var names = new LinkedHashSet<String>();
        config.nodeTypes()
                .values()
                .forEach(type -> parts.ways().of(type).forEach(way -> names.add(way.instanceType())));
        names.remove("");
        var zones = new TreeMap<String, TreeSet<String>>();
        List<InstanceTypeOffering> offered = AwsClients.ask(
                "ask where instance types are offered",
                () -> parts
                        .clients()
                        .ec2()
                        .describeInstanceTypeOfferingsPaginator(r -> r.locationType(LocationType.AVAILABILITY_ZONE)
                                .filters(Owned.filter("instance-type", names.toArray(String[]::new))))
                        .instanceTypeOfferings()
                        .stream()
                        .toList());
        offered.forEach(offering -> zones.computeIfAbsent(offering.instanceTypeAsString(), name -> new TreeSet<>())
                .add(offering.location()));
        var findings = new ArrayList<Finding>();
        for (String name : names) {
            TreeSet<String> there = zones.getOrDefault(name, new TreeSet<>());
            // That there is none at all is told with the images.
            findings.add(Finding.ok(
                    "instance type", name + " in " + (there.isEmpty() ? "no zone" : String.join(", ", there))));
        }
        return findings;
    }

    public List<Finding> quota() throws ProviderException, InterruptedException {
        var findings = new ArrayList<Finding>();
        Map<String, InstanceTypes.Facts> facts = parts.types().of(typeNames());
        findings.add(quota("on-demand", ON_DEMAND, needed(facts, false)));
        int spot = needed(facts, true);
        if (spot > 0) {
            findings.add(quota("spot", SPOT, spot));
        }
        return findings;
    }

    private Set<String> typeNames() {
        var names = new LinkedHashSet<String>();
        config.nodeTypes()
                .values()
                .forEach(type -> names.add(parts.ways().of(type).getFirst().instanceType()));
        names.remove("");
        return names;
    }

    private int needed(Map<String, InstanceTypes.Facts> facts, boolean spot) {
        int sum = 0;
        for (NodeType type : config.nodeTypes().values()) {
            Ways.Way way = parts.ways().of(type).getFirst();
            InstanceTypes.Facts machine = facts.get(way.instanceType());
            int count = Math.min(type.maxWorkers(), config.maxWorkers())
                    + (type.name().equals(config.headType()) ? 1 : 0);
            sum += machine != null && way.spot() == spot ? machine.cpus() * count : 0;
        }
        return sum;
    }

    private Finding quota(String market, String code, int needed) {
        try {
            double limit = parts.clients()
                    .quotas()
                    .getServiceQuota(r -> r.serviceCode("ec2").quotaCode(code))
                    .quota()
                    .value();
            return limit >= needed
                    ? Finding.ok("quota", market + ": " + needed + " vCPUs at most, " + (int) limit + " allowed")
                    : Finding.problem(
                            "quota",
                            Problem.warning(
                                    "AWS-QUOTA",
                                    "the account allows " + (int) limit + " " + market + " vCPUs, the cluster may want "
                                            + needed,
                                    "workers beyond the limit cannot be launched",
                                    "ask for more in the Service Quotas console, or lower max_workers"));
        } catch (SdkException e) {
            // Knowing the limit is a kindness, not a need.
            return Finding.ok("quota", market + ": " + needed + " vCPUs at most; the limit cannot be read");
        }
    }
}
