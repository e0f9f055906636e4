package io.manta.provider.aws.client;

import io.manta.spi.provider.ProviderException;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.awscore.client.builder.AwsClientBuilder;
import software.amazon.awssdk.awscore.client.builder.AwsSyncClientBuilder;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.AbortedException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.retries.StandardRetryStrategy;
import software.amazon.awssdk.retries.api.BackoffStrategy;
import software.amazon.awssdk.services.cloudwatch.CloudWatchClient;
import software.amazon.awssdk.services.cloudwatchlogs.CloudWatchLogsClient;
import software.amazon.awssdk.services.ec2.Ec2Client;
import software.amazon.awssdk.services.ecr.EcrClient;
import software.amazon.awssdk.services.efs.EfsClient;
import software.amazon.awssdk.services.iam.IamClient;
import software.amazon.awssdk.services.servicequotas.ServiceQuotasClient;
import software.amazon.awssdk.services.ssm.SsmClient;
import software.amazon.awssdk.services.sts.StsClient;

/** The clients of one cluster, each made when first used, all with the same identity, limits and patience. */
public final class AwsClients implements AutoCloseable {
    /**
     * How AWS is reached.
     *
     * @param endpoint instead of AWS's own; the environment may name one, too
     * @param attempt how long one attempt may take
     * @param pace how much faster than AWS documents calls may be made
     */
    public record Link(Optional<URI> endpoint, int attempts, Duration attempt, Duration backoff, double pace) {
        public static final Link DEFAULT =
                new Link(Optional.empty(), 6, Duration.ofSeconds(60), Duration.ofMillis(200), 1);
    }

    private static final Duration LONGEST_BACKOFF = Duration.ofSeconds(20);

    private final Region region;
    private final AwsCredentialsProvider credentials;
    private final Link link;
    private final SdkHttpClient http;
    private final CallBudget budget;
    private @Nullable Ec2Client ec2;
    private @Nullable IamClient iam;
    private @Nullable SsmClient ssm;
    private @Nullable StsClient sts;
    private @Nullable ServiceQuotasClient quotas;
    private @Nullable EfsClient efs;
    private @Nullable CloudWatchClient cloudWatch;
    private @Nullable CloudWatchLogsClient logs;

    public AwsClients(String region, AwsCredentialsProvider credentials, Link link) {
        this.region = Region.of(region);
        this.credentials = credentials;
        this.link = link;
        this.budget = new CallBudget(link.pace());
        this.http = UrlConnectionHttpClient.builder()
                .connectionTimeout(Duration.ofSeconds(10))
                .socketTimeout(link.attempt())
                .build();
    }

    /** One question to AWS. */
    @FunctionalInterface
    public interface Question<T> {
        T ask();
    }

    /** Asks, and says in our words what went wrong. */
    public static <T> T ask(String doing, Question<T> question) throws ProviderException, InterruptedException {
        try {
            return question.ask();
        } catch (AbortedException e) {
            throw new InterruptedException(doing);
        } catch (SdkException e) {
            throw AwsErrors.translate(doing, e);
        }
    }

    /** The same for what may have been done before: an error whose code begins like this is as good as success. */
    public static void tolerate(String code, String doing, Question<Object> question)
            throws ProviderException, InterruptedException {
        ask(doing, () -> {
            try {
                return question.ask();
            } catch (AwsServiceException e) {
                if (AwsErrors.code(e).startsWith(code)) {
                    return "";
                }
                throw e;
            }
        });
    }

    public synchronized Ec2Client ec2() {
        Ec2Client client = ec2;
        if (client == null) {
            client = make(Ec2Client::builder);
            ec2 = client;
        }
        return client;
    }

    public synchronized IamClient iam() {
        IamClient client = iam;
        if (client == null) {
            client = make(IamClient::builder);
            iam = client;
        }
        return client;
    }

    public synchronized SsmClient ssm() {
        SsmClient client = ssm;
        if (client == null) {
            client = make(SsmClient::builder);
            ssm = client;
        }
        return client;
    }

    public synchronized StsClient sts() {
        StsClient client = sts;
        if (client == null) {
            client = make(StsClient::builder);
            sts = client;
        }
        return client;
    }

    public synchronized ServiceQuotasClient quotas() {
        ServiceQuotasClient client = quotas;
        if (client == null) {
            client = make(ServiceQuotasClient::builder);
            quotas = client;
        }
        return client;
    }

    public synchronized EfsClient efs() {
        EfsClient client = efs;
        if (client == null) {
            client = make(EfsClient::builder);
            efs = client;
        }
        return client;
    }

    public synchronized CloudWatchClient cloudWatch() {
        CloudWatchClient client = cloudWatch;
        if (client == null) {
            client = make(CloudWatchClient::builder);
            cloudWatch = client;
        }
        return client;
    }

    public synchronized CloudWatchLogsClient logs() {
        CloudWatchLogsClient client = logs;
        if (client == null) {
            client = make(CloudWatchLogsClient::builder);
            logs = client;
        }
        return client;
    }

    /** Registries may lie in other regions than machines. */
    public EcrClient ecr(Region where) {
        return make(EcrClient::builder, where);
    }

    // The same region for every service: the SDK knows that IAM's signing region is its partition's.
    private <B extends AwsClientBuilder<B, C> & AwsSyncClientBuilder<B, C>, C> C make(Supplier<B> builders) {
        return make(builders, region);
    }

    private <B extends AwsClientBuilder<B, C> & AwsSyncClientBuilder<B, C>, C> C make(
            Supplier<B> builders, Region where) {
        var strategy = StandardRetryStrategy.builder()
                .useClientDefaults(false)
                .retryOnException(AwsErrors::mayPass)
                .treatAsThrottling(AwsErrors::isThrottled)
                .maxAttempts(link.attempts())
                .backoffStrategy(BackoffStrategy.exponentialDelay(link.backoff(), LONGEST_BACKOFF))
                .throttlingBackoffStrategy(
                        BackoffStrategy.exponentialDelay(link.backoff().multipliedBy(3), LONGEST_BACKOFF))
                .circuitBreakerEnabled(false)
                .build();
        B builder = builders.get()
                .region(where)
                .credentialsProvider(credentials)
                .httpClient(http)
                .overrideConfiguration(o -> o.retryStrategy(strategy)
                        .apiCallAttemptTimeout(link.attempt())
                        .addExecutionInterceptor(budget)
                        .addExecutionInterceptor(new AnswerCheck()));
        link.endpoint().ifPresent(builder::endpointOverride);
        return builder.build();
    }

    @Override
    public synchronized void close() {
        http.close();
    }
}
