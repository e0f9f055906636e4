package io.manta.provider.aws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.manta.provider.aws.instance.InstanceTags;
import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.Machine;
import io.manta.spi.provider.LaunchResult;
import io.manta.spi.provider.NodeProvider;
import io.manta.spi.provider.NodeProvider.Look;
import io.manta.spi.provider.Progress;
import io.manta.spi.provider.ProviderException;
import io.manta.spi.provider.ProviderException.Kind;
import io.manta.testkit.Eventually;
import io.manta.testkit.FaultyWire;
import io.manta.testkit.FaultyWire.Act;
import io.manta.testkit.Specs;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.ec2.model.Instance;
import software.amazon.awssdk.services.ec2.model.Tag;

/** What would leave things behind, touch other people's, or send users the wrong way. */
final class LawsTest {
    private AwsWorld world;
    private FaultyWire wire;
    private ClusterConfig config;
    private NodeProvider provider;

    @BeforeEach
    void open() throws Exception {
        world = new AwsWorld();
        wire = world.proxy();
        config = world.config("laws");
        provider = world.open(config, wire);
    }

    @AfterEach
    void close() {
        world.close();
    }

    private static Act error(int status, String code, String message) {
        return new Act.Answer(
                status,
                "<Response><Errors><Error><Code>" + code + "</Code><Message>" + message
                        + "</Message></Error></Errors><RequestID>1</RequestID></Response>");
    }

    private void takeDown() throws Exception {
        wire.script(call -> new Act.Pass());
        provider.terminate(provider.list(Look.ANEW).stream().map(Machine::id).collect(Collectors.toSet()));
        Eventually.eventually(Duration.ofSeconds(20), "all gone", () -> provider.list(Look.ANEW), List::isEmpty);
        provider.cleanUp();
        assertThat(world.remains(config)).isEmpty();
    }

    @Test
    void aThrottledRoleIsRemovedInTheEnd() throws Exception {
        provider.prepare(config, Progress.NONE);
        var refused = new AtomicInteger();
        wire.script(call -> call.name().equals("DeleteRole") && refused.incrementAndGet() <= 6
                ? new Act.Answer(
                        400,
                        "<ErrorResponse><Error><Code>Throttling</Code><Message>Rate exceeded</Message></Error></ErrorResponse>")
                : new Act.Pass());
        provider.cleanUp();
        assertThat(refused.get()).isGreaterThan(6);
        assertThat(world.remains(config)).isEmpty();
    }

    @Test
    void noCapacityIsAnAnswerAndNotAskedForAgain() throws Exception {
        provider.prepare(config, Progress.NONE);
        wire.forget();
        wire.script(call -> call.name().equals("RunInstances")
                ? error(500, "InsufficientInstanceCapacity", "We currently do not have sufficient capacity.")
                : new Act.Pass());
        try {
            LaunchResult result = provider.launch(Specs.request(Specs.head(config, "h-1")));
            assertThat(result.shortfall().orElseThrow().kind()).isEqualTo(Kind.NO_CAPACITY);
        } catch (ProviderException e) {
            assertThat(e.kind()).isEqualTo(Kind.NO_CAPACITY);
        }
        assertThat(wire.calls("RunInstances")).hasSize(1);
        takeDown();
    }

    @Test
    void credentialsThatAwsDoesNotKnowAreNoNetworkTrouble() {
        wire.script(call -> error(401, "AuthFailure", "AWS was not able to validate the provided access credentials"));
        assertThatThrownBy(() -> provider.list(Look.ANEW)).isInstanceOfSatisfying(ProviderException.class, e -> {
            assertThat(e.kind()).isEqualTo(Kind.DENIED);
            assertThat(e.problem().fix()).doesNotContain("network");
        });
    }

    @Test
    void whatIsDeniedNamesTheAction() {
        wire.script(call -> error(
                403,
                "UnauthorizedOperation",
                "You are not authorized to perform this operation. User: arn:aws:iam::1:user/ann is not authorized to"
                        + " perform: ec2:DescribeInstances because no identity-based policy allows it"));
        assertThatThrownBy(() -> provider.list(Look.ANEW))
                .isInstanceOfSatisfying(
                        ProviderException.class,
                        e -> assertThat(e.problem().what()).contains("ec2:DescribeInstances is missing"));
    }

    @Test
    void whatRayUpHasMadeIsNotOurs() {
        assertThat(InstanceTags.isOurs(instance("ray-cluster-name", "c"), "c")).isFalse();
        assertThat(InstanceTags.isOurs(instance("manta-cluster", "c"), "c")).isTrue();
        assertThat(InstanceTags.isOurs(instance("manta-cluster", "c2"), "c")).isFalse();
        assertThat(InstanceTags.isOurs(instance("manta-node-id", "n-1"), "c"))
                .as("made by an older version")
                .isTrue();
    }

    private static Instance instance(String tag, String value) {
        return Instance.builder()
                .tags(Tag.builder().key(tag).value(value).build())
                .build();
    }
}
