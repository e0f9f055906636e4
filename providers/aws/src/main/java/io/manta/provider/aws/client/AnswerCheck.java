package io.manta.provider.aws.client;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Set;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.core.interceptor.SdkExecutionAttribute;

/** The SDK reads any XML as an answer, a login page as an empty list: what is no answer to the question is none. */
final class AnswerCheck implements ExecutionInterceptor {
    private static final Set<String> XML = Set.of("Ec2", "Iam");
    private static final int BEGINNING = 1024;

    @Override
    public Optional<InputStream> modifyHttpResponseContent(
            Context.ModifyHttpResponse context, ExecutionAttributes attributes) {
        String service = String.valueOf(attributes.getAttribute(SdkExecutionAttribute.SERVICE_NAME));
        String operation = String.valueOf(attributes.getAttribute(SdkExecutionAttribute.OPERATION_NAME));
        boolean looks = operation.startsWith("Describe") || operation.startsWith("List") || operation.startsWith("Get");
        if (!looks || !XML.contains(service) || !context.httpResponse().isSuccessful()) {
            return context.responseBody();
        }
        var body = new BufferedInputStream(context.responseBody().orElse(InputStream.nullInputStream()), BEGINNING);
        String begin = beginning(body);
        if (!begin.contains("<" + operation + "Response")) {
            throw SdkClientException.create(
                    "something else than AWS answered: " + begin.strip().replaceAll("\\s+", " "),
                    new IOException("not an answer to " + operation));
        }
        return Optional.of(body);
    }

    private static String beginning(InputStream body) {
        try {
            body.mark(BEGINNING);
            byte[] bytes = body.readNBytes(BEGINNING);
            body.reset();
            return new String(bytes, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
