package io.manta.provider.aws.client;

import io.manta.provider.aws.settings.AwsSettings;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.AwsSessionCredentials;
import software.amazon.awssdk.auth.credentials.DefaultCredentialsProvider;
import software.amazon.awssdk.auth.credentials.ProfileCredentialsProvider;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;

/**
 * As whom AWS is asked, and why.
 *
 * @param source where the credentials come from, in words
 */
public record Identity(AwsCredentialsProvider credentials, String source) {
    /** On the head only its own role counts: profiles and keys of the user's machine are not there. */
    public static Identity of(AwsSettings settings, boolean onHead) {
        Optional<AwsCredentials> given = given(settings.credentials());
        if (given.isPresent()) {
            return new Identity(StaticCredentialsProvider.create(given.get()), "provider.aws_credentials");
        }
        Optional<String> profile = onHead ? Optional.empty() : settings.profile();
        String asked = System.getProperty("aws.profile");
        if (asked != null) {
            return new Identity(ProfileCredentialsProvider.create(asked), "profile " + asked + " (from --profile)");
        }
        if (profile.isPresent()) {
            return new Identity(
                    ProfileCredentialsProvider.create(profile.get()),
                    "profile " + profile.get() + " (from provider.profile)");
        }
        return new Identity(DefaultCredentialsProvider.builder().build(), chain(onHead));
    }

    private static String chain(boolean onHead) {
        if (System.getenv("AWS_ACCESS_KEY_ID") != null) {
            return "AWS_ACCESS_KEY_ID in the environment";
        }
        if (System.getenv("AWS_PROFILE") != null) {
            return "profile " + System.getenv("AWS_PROFILE") + " (from AWS_PROFILE)";
        }
        return onHead ? "the head's role" : "profile default, or the machine's own role";
    }

    private static Optional<AwsCredentials> given(Map<String, Object> keys) {
        @Nullable Object id = keys.get("aws_access_key_id");
        @Nullable Object secret = keys.get("aws_secret_access_key");
        @Nullable Object token = keys.get("aws_session_token");
        if (id == null || secret == null) {
            return Optional.empty();
        }
        return Optional.of(
                token == null
                        ? AwsBasicCredentials.create(id.toString(), secret.toString())
                        : AwsSessionCredentials.create(id.toString(), secret.toString(), token.toString()));
    }
}
