package io.manta.provider.aws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.Machine;
import io.manta.spi.model.Problem;
import io.manta.spi.provider.NodeProvider.Depth;
import io.manta.spi.provider.NodeProvider.Look;
import io.manta.spi.provider.Outlook;
import io.manta.spi.provider.Preflight;
import io.manta.spi.provider.Progress;
import io.manta.spi.provider.ProviderException;
import io.manta.testkit.Configs;
import io.manta.testkit.Eventually;
import io.manta.testkit.FaultyWire;
import io.manta.testkit.FaultyWire.Act;
import io.manta.testkit.Specs;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What is found out before anything is made, and what {@code provider:} may ask for. */
final class CheckTest {
    @Test
    void everythingALaunchNeedsIsLookedAtAndNothingIsMade() throws Exception {
        try (var world = new AwsWorld()) {
            ClusterConfig config = world.config("doctor");
            FaultyWire proxy = world.proxy();
            AwsNodeProvider provider = world.open(config, proxy);
            Preflight preflight = provider.check(config, Depth.THOROUGH);

            assertThat(preflight.isClean()).as("%s", preflight.problems()).isTrue();
            assertThat(preflight.findings())
                    .extracting(Preflight.Finding::subject)
                    .contains(
                            "credentials",
                            "region",
                            "clock",
                            "subnets",
                            "security group",
                            "key pair",
                            "role",
                            "image",
                            "instance type",
                            "quota",
                            "permissions");
            assertThat(proxy.names()).noneMatch(action -> action.matches("CreateRole|PutRolePolicy"));
            assertThat(proxy.calls("CreateTags"))
                    .allSatisfy(call -> assertThat(call.body()).contains("DryRun=true"));
            assertThat(world.remains(config)).isEmpty();
            assertThat(provider.features().policies(config).get("head"))
                    .contains("aws:ResourceTag/ray-cluster-name")
                    .doesNotContain("\"ec2:*\"", "FullAccess");
        }
    }

    @Test
    void deniedCallsAreNamedWithThePolicyToAttach() throws Exception {
        try (var world = new AwsWorld()) {
            ClusterConfig config = world.config("denied");
            FaultyWire proxy = world.proxy();
            proxy.script(call ->
                    call.name().equals("RunInstances") ? AwsCalls.error(403, "UnauthorizedOperation") : new Act.Pass());
            assertThat(world.open(config, proxy).check(config, Depth.THOROUGH).problems())
                    .singleElement()
                    .satisfies(problem -> {
                        assertThat(problem.what()).contains("ec2:RunInstances");
                        assertThat(problem.fix()).contains("manta doctor --policy");
                    });
            proxy.script(call ->
                    call.name().equals("DescribeSubnets") ? AwsCalls.error(403, "ExpiredToken") : new Act.Pass());
            assertThat(world.open(config, proxy).check(config, Depth.QUICK).problems())
                    .extracting(Problem::code)
                    .containsExactly("AWS-CREDENTIALS");
        }
    }

    @Test
    void anImageOfTheOtherArchitectureIsRefusedBeforeAnythingIsMade() throws Exception {
        try (var world = new AwsWorld()) {
            ClusterConfig plain = world.config("arm");
            String arm = armImage(world, plain);
            ClusterConfig config = AwsWorld.withWorkers(plain, Map.of("InstanceType", "m5.large", "ImageId", arm));
            AwsNodeProvider provider = world.open(config, world.proxy());

            assertThat(provider.check(config, Depth.QUICK).problems())
                    .extracting(Problem::code)
                    .containsExactly("AWS-ARCHITECTURE");
            assertThatThrownBy(() -> provider.prepare(config, Progress.NONE))
                    .isInstanceOfSatisfying(
                            ProviderException.class,
                            e -> assertThat(e.problem().why()).contains("arm64").contains("x86_64"));
            assertThat(world.remains(config)).isEmpty();
        }
    }

    /** What a Graviton type gets by default. */
    private static String armImage(AwsWorld world, ClusterConfig plain) throws Exception {
        ClusterConfig graviton = AwsWorld.withWorkers(plain, Map.of("InstanceType", "m6g.large"));
        return world.open(graviton, world.proxy()).features().outlook(graviton).things().stream()
                .filter(thing -> thing.kind().equals("image") && thing.why().contains("m6g.large"))
                .map(Outlook.Thing::name)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void aWrongInstanceTypeAndAnUnknownImageAreNamed() throws Exception {
        try (var world = new AwsWorld()) {
            ClusterConfig config = AwsWorld.withWorkers(world.config("typo"), Map.of("InstanceType", "m5.lrge"));
            assertThat(world.open(config, world.proxy())
                            .check(config, Depth.QUICK)
                            .problems())
                    .extracting(Problem::code)
                    .containsExactly("AWS-INSTANCE-TYPE");
            ClusterConfig image = AwsWorld.withWorkers(world.config("image"), Map.of("ImageId", "ami-00000000"));
            assertThat(world.open(image, world.proxy())
                            .check(image, Depth.QUICK)
                            .problems())
                    .extracting(Problem::code)
                    .containsExactly("AWS-NO-IMAGE");
            ClusterConfig old = AwsWorld.withWorkers(world.config("old"), Map.of("InstanceType", "p3dn.24xlarge"));
            assertThat(world.open(old, world.proxy()).check(old, Depth.QUICK).problems())
                    .extracting(Problem::code)
                    .containsExactly("AWS-GPU-IMAGE");
        }
    }

    @Test
    void subnetsThatWillNotDoAreListedWithTheReason() throws Exception {
        try (var world = new AwsWorld(Map.of("availability_zone", "us-west-2z"))) {
            ClusterConfig config = world.config("zones");
            assertThat(world.open(config, world.proxy())
                            .check(config, Depth.QUICK)
                            .problems())
                    .singleElement()
                    .satisfies(problem -> {
                        assertThat(problem.code()).isEqualTo("AWS-NO-SUBNETS");
                        assertThat(problem.why())
                                .contains("subnet-")
                                .contains("its zone is not in `availability_zone`");
                        assertThat(problem.fix()).contains("vpc: make");
                    });
        }
    }

    @Test
    void theOutlookSaysWhatIsMadeAndWhatItCosts() throws Exception {
        try (var world = new AwsWorld()) {
            ClusterConfig config = AwsWorld.withWorkers(
                    world.config("plan"),
                    Map.of("InstanceType", "m5.large", "InstanceMarketOptions", Map.of("MarketType", "spot")));
            AwsNodeProvider provider = world.open(config, world.proxy());
            Outlook before = provider.features().outlook(config);
            assertThat(before.things())
                    .filteredOn(thing -> thing.change() == Outlook.Change.CREATE)
                    .extracting(Outlook.Thing::kind)
                    .contains("security group", "key pair", "role and profile");
            assertThat(before.prices())
                    .filteredOn(price -> price.nodeType().equals(Configs.WORKER))
                    .singleElement()
                    .satisfies(price -> {
                        assertThat(price.hourly().orElseThrow())
                                .isLessThan(price.onDemand().orElseThrow());
                        assertThat(price.most()).isEqualTo(10);
                    });
            assertThat(before.priceSource()).contains("20");

            provider.prepare(config, Progress.NONE);
            assertThat(provider.features().outlook(config).things())
                    .noneMatch(thing -> thing.change() == Outlook.Change.CREATE);
            provider.cleanUp();
        }
    }

    @Test
    void machinesHaveWhatTheirInstanceTypeHas() throws Exception {
        try (var world = new AwsWorld()) {
            ClusterConfig config = AwsWorld.withWorkers(world.config("gpu"), Map.of("InstanceType", "g4dn.xlarge"));
            AwsNodeProvider provider = world.open(config, world.proxy());
            var worker = provider.features().complete(config).nodeType(Configs.WORKER);
            assertThat(worker.resources().amount("CPU"))
                    .as("what the user wrote stays")
                    .isEqualTo(1);
            assertThat(worker.resources().amount("GPU")).isEqualTo(1);
            assertThat(worker.resources().amount("accelerator_type:T4")).isEqualTo(1);
            assertThat(worker.labels()).containsEntry("ray.io/accelerator-type", "T4");
            assertThat(worker.resources().amount("memory")).isEqualTo(Math.floor(16384L * 1024 * 1024 * 0.7));
            assertThat(worker.pricePerHour().orElseThrow()).isGreaterThan(0.4);
        }
    }

    @Test
    void stoppedMachinesAreUsedAgainAndGoneOnesAreNot() throws Exception {
        try (var world = new AwsWorld(Map.of("cache_stopped_nodes", true))) {
            ClusterConfig config = world.config("cache");
            AwsNodeProvider provider = world.open(config, world.proxy());
            provider.prepare(config, Progress.NONE);
            List<Machine> first =
                    provider.launch(Specs.workers(config, "n-1", "n-2")).created();
            provider.terminate(first.stream().map(Machine::id).collect(Collectors.toSet()));
            Eventually.eventually(Duration.ofSeconds(20), "all rest", () -> provider.list(Look.USUAL), List::isEmpty);
            provider.cleanUp();
            assertThat(provider.features().holdings())
                    .filteredOn(holding -> holding.kind().equals("instances"))
                    .singleElement()
                    .satisfies(holding -> assertThat(holding.names()).hasSize(2));

            List<Machine> again =
                    provider.launch(Specs.workers(config, "n-3", "n-4", "n-5")).created();
            assertThat(again)
                    .extracting(machine -> machine.nodeId().value())
                    .containsExactlyInAnyOrder("n-3", "n-4", "n-5");
            assertThat(again)
                    .extracting(Machine::id)
                    .containsAll(first.stream().map(Machine::id).toList());
            assertThat(provider.list(Look.USUAL))
                    .extracting(machine -> machine.nodeId().value())
                    .containsExactlyInAnyOrder("n-3", "n-4", "n-5");

            ClusterConfig ending = Configs.small(
                    config.name(), "aws", Map.of("region", "us-west-2", "allowed_ssh_cidr", "203.0.113.7/32"));
            AwsNodeProvider end = world.open(ending, world.proxy());
            end.terminate(end.list(Look.USUAL).stream().map(Machine::id).collect(Collectors.toSet()));
            end.cleanUp();
            assertThat(world.remains(config)).isEmpty();
        }
    }

    @Test
    void sshIsOpenForTheCallerOnlyAndFollowsThem() throws Exception {
        try (var world = new AwsWorld()) {
            ClusterConfig config = world.config("ssh");
            AwsNodeProvider provider = world.open(config, world.proxy());
            provider.prepare(config, Progress.NONE);
            FaultyWire proxy = world.proxy();
            ClusterConfig moved = Configs.small(
                    config.name(), "aws", Map.of("region", "us-west-2", "allowed_ssh_cidr", "198.51.100.4/32"));
            AwsNodeProvider elsewhere = world.open(moved, proxy);
            elsewhere.prepare(moved, Progress.NONE);
            assertThat(proxy.calls("AuthorizeSecurityGroupIngress"))
                    .singleElement()
                    .satisfies(call -> assertThat(call.body()).contains("198.51.100.4"));
            assertThat(proxy.calls("RevokeSecurityGroupIngress"))
                    .singleElement()
                    .satisfies(call -> assertThat(call.body()).contains("203.0.113.7"));
            elsewhere.cleanUp();
            assertThat(world.remains(config)).isEmpty();
        }
    }

    @Test
    void whatTheClusterDidNotMakeStays() throws Exception {
        try (var world = new AwsWorld()) {
            ClusterConfig first = world.config("shared");
            AwsNodeProvider owner = world.open(first, world.proxy());
            owner.prepare(first, Progress.NONE);
            ClusterConfig second = Configs.small(
                    world.config("guest").name(),
                    "aws",
                    Map.of(
                            "region", "us-west-2",
                            "allowed_ssh_cidr", "203.0.113.7/32",
                            "security_group", Map.of("GroupName", "manta-" + first.name())));
            AwsNodeProvider guest = world.open(second, world.proxy());
            guest.prepare(second, Progress.NONE);
            guest.cleanUp();
            assertThat(world.remains(first)).anyMatch(name -> name.startsWith("sg-"));
            owner.cleanUp();
            assertThat(world.remains(first)).isEmpty();
            assertThat(Set.copyOf(world.remains(second))).isEmpty();
        }
    }
}
