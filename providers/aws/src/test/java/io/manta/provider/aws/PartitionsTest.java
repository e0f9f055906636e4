package io.manta.provider.aws;

import static org.assertj.core.api.Assertions.assertThat;

import io.manta.provider.aws.access.Policies;
import io.manta.provider.aws.settings.AwsSettings;
import io.manta.provider.aws.settings.Owned;
import io.manta.spi.model.ClusterConfig;
import io.manta.testkit.Configs;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** China and GovCloud have names of their own for everything. */
final class PartitionsTest {
    @ParameterizedTest
    @CsvSource({
        "us-west-2, aws, ec2.amazonaws.com",
        "cn-north-1, aws-cn, ec2.amazonaws.com.cn",
        "us-gov-west-1, aws-us-gov, ec2.amazonaws.com",
        "cn-future-9, aws-cn, ec2.amazonaws.com.cn"
    })
    void everyArnIsOfTheRegionsPartition(String region, String partition, String service) {
        ClusterConfig config = Configs.small("c", "aws", Map.of("region", region, "efs", "/data"));
        var settings = AwsSettings.of(config);
        var policies = new Policies(settings, new Owned(settings));
        for (String policy : List.of(policies.user(), policies.head(List.of(), true))) {
            assertThat(policy).contains("\"arn:" + partition + ":");
            assertThat(policy.replace("\"arn:" + partition + ":", ""))
                    .as("of no other partition")
                    .doesNotContain("arn:");
        }
        assertThat(policies.trust()).contains("\"" + service + "\"");
    }
}
