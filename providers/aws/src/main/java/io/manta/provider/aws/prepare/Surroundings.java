package io.manta.provider.aws.prepare;

import io.manta.provider.aws.client.AwsClients;
import io.manta.provider.aws.client.Identity;
import io.manta.provider.aws.network.SecurityGroups;
import java.time.Clock;
import java.time.Duration;

/**
 * From where and how AWS is asked.
 *
 * @param freshness how old a list of machines may be that is used again
 * @param tagging how long tags wait for others to be written with
 * @param caller finds this machine's own address
 */
public record Surroundings(
        Identity identity,
        AwsClients.Link link,
        Duration freshness,
        Duration tagging,
        SecurityGroups.Caller caller,
        Clock clock) {}
