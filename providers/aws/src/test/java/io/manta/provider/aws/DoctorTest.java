package io.manta.provider.aws;

import static org.assertj.core.api.Assertions.assertThat;

import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.Problem;
import io.manta.spi.provider.NodeProvider.Depth;
import io.manta.spi.provider.Preflight;
import io.manta.spi.provider.Progress;
import io.manta.testkit.Configs;
import io.manta.testkit.FaultyWire;
import io.manta.testkit.FaultyWire.Act;
import io.manta.testkit.Specs;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What the account allows, and settings that name what is there already. */
final class DoctorTest {
    private static Act quota(FaultyWire.Call call, double value) {
        return call.name().equals("GetServiceQuota")
                ? new Act.AnswerWith("{\"Quota\": {\"Value\": " + value + "}}")
                : new Act.Pass();
    }

    @Test
    void theAccountsLimitIsComparedWithWhatTheClusterMayWant() throws Exception {
        try (var world = new AwsWorld()) {
            ClusterConfig config = world.config("quota");
            FaultyWire proxy = world.proxy();
            proxy.script(call -> quota(call, 8));
            Preflight scarce = world.open(config, proxy).check(config, Depth.THOROUGH);
            assertThat(scarce.problems()).extracting(Problem::code).containsExactly("AWS-QUOTA");
            assertThat(scarce.isClean()).as("a warning").isTrue();
            proxy.script(call -> quota(call, 640));
            assertThat(world.open(config, proxy).check(config, Depth.THOROUGH).findings())
                    .filteredOn(finding -> finding.subject().equals("quota"))
                    .extracting(Preflight.Finding::result)
                    .singleElement()
                    .asString()
                    .contains("640 allowed");
        }
    }

    @Test
    void rightsAreTriedCallByCallAndRolesAreAskedOfTheSimulator() throws Exception {
        try (var world = new AwsWorld(Map.of("vpc", "make", "placement_group", "cluster"))) {
            ClusterConfig config = world.config("rights");
            FaultyWire proxy = world.proxy();
            proxy.script(call -> switch (call.name()) {
                case "CreateTags", "CreateVpc" -> AwsCalls.error(403, "UnauthorizedOperation");
                case "SimulatePrincipalPolicy" -> new Act.AnswerWith(SIMULATED);
                default -> new Act.Pass();
            });
            Preflight found = world.open(config, proxy).check(config, Depth.THOROUGH);
            assertThat(found.problems())
                    .filteredOn(problem -> problem.code().equals("AWS-DENIED"))
                    .extracting(Problem::what)
                    .anyMatch(what -> what.contains("ec2:CreateVpc"))
                    .anyMatch(what -> what.contains("iam:PassRole") && !what.contains("iam:CreateRole"));
            assertThat(world.remains(config)).isEmpty();
        }
    }

    private static final String SIMULATED = """
            <SimulatePrincipalPolicyResponse><SimulatePrincipalPolicyResult><EvaluationResults>
            <member><EvalActionName>iam:CreateRole</EvalActionName><EvalDecision>allowed</EvalDecision></member>
            <member><EvalActionName>iam:PassRole</EvalActionName><EvalDecision>implicitDeny</EvalDecision></member>
            </EvaluationResults></SimulatePrincipalPolicyResult></SimulatePrincipalPolicyResponse>""";

    @Test
    void aNodeTypeThatIsNewIsNotPreparedYet() throws Exception {
        try (var world = new AwsWorld()) {
            ClusterConfig config = world.config("grown");
            AwsNodeProvider provider = world.open(config, world.proxy());
            assertThat(provider.features().isPrepared(config)).isFalse();
            provider.prepare(config, Progress.NONE);
            assertThat(provider.features().isPrepared(config)).isTrue();
            ClusterConfig grown = AwsWorld.withWorkers(config, Map.of("InstanceType", "c5.xlarge"));
            AwsNodeProvider next = world.open(grown, world.proxy());
            assertThat(next.features().isPrepared(grown)).isFalse();
            next.prepare(grown, Progress.NONE);
            assertThat(next.features().isPrepared(grown)).isTrue();
            next.cleanUp();
        }
    }

    @Test
    void subnetsKeysAndTemplatesThatAreNamedAreUsed() throws Exception {
        try (var world = new AwsWorld(Map.of("key_pair", Map.of("key_name", "named-key")))) {
            ClusterConfig plain = world.config("named");
            AwsNodeProvider first = world.open(plain, world.proxy());
            first.prepare(plain, Progress.NONE);
            List<String> subnets = io.manta.provider.aws.offer.Foundation.read(world.state(plain))
                    .orElseThrow()
                    .usable();
            var workers = new LinkedHashMap<String, Object>();
            workers.put("SubnetIds", List.of(subnets.getLast()));
            workers.put("LaunchTemplate", Map.of("LaunchTemplateName", "mine"));
            workers.put("ImageId", "latest_dlami");
            workers.put("InstanceType", "m5.large");
            ClusterConfig config = AwsWorld.withWorkers(plain, workers);
            FaultyWire proxy = world.proxy();
            proxy.script(call -> call.name().equals("RunInstances")
                    ? new Act.Rewrite(call.body().replaceAll("&LaunchTemplate[^&]*", ""))
                    : new Act.Pass());
            AwsNodeProvider provider = world.open(config, proxy);
            provider.prepare(config, Progress.NONE);
            var machine =
                    provider.launch(Specs.workers(config, "n-1")).created().getFirst();
            String body = proxy.calls("RunInstances").getFirst().body();
            assertThat(body)
                    .contains("SubnetId=" + subnets.getLast())
                    .contains("KeyName=named-key")
                    .contains("LaunchTemplate.LaunchTemplateName=mine")
                    .contains("ImageId=ami-");
            assertThat(provider.features().offers(Configs.WORKER))
                    .as("its only subnet")
                    .hasSize(1);
            provider.terminate(Set.of(machine.id()));
            provider.cleanUp();
            assertThat(world.remains(config)).isEmpty();
        }
    }

    @Test
    void mistakesThatNeedNoCloudAreToldBeforeItIsAsked() throws Exception {
        try (var world = new AwsWorld(Map.of("region", "us-wst-2"))) {
            ClusterConfig config = AwsWorld.withWorkers(world.config("typo"), Map.of("ImageID", "ami-1"));
            FaultyWire proxy = world.proxy();
            Preflight found = world.open(config, proxy).check(config, Depth.QUICK);
            assertThat(found.problems()).extracting(Problem::code).containsExactly("AWS-REGION", "AWS-NODE-CONFIG");
            assertThat(found.problems().getFirst().why()).contains("us-west-2");
            assertThat(proxy.names()).isEmpty();
        }
    }

    @Test
    void credentialsThatAreOverAreNotAMatterOfPolicies() throws Exception {
        try (var world = new AwsWorld()) {
            ClusterConfig config = world.config("over");
            FaultyWire proxy = world.proxy();
            for (String code : List.of("ExpiredToken", "InvalidClientTokenId")) {
                proxy.script(call -> AwsCalls.error(403, code));
                assertThat(world.open(config, proxy)
                                .check(config, Depth.THOROUGH)
                                .problems())
                        .singleElement()
                        .satisfies(problem -> {
                            assertThat(problem.code()).isEqualTo("AWS-CREDENTIALS");
                            assertThat(problem.fix())
                                    .contains(code.equals("ExpiredToken") ? "aws sso login" : "get-caller-identity");
                        });
            }
        }
    }
}
