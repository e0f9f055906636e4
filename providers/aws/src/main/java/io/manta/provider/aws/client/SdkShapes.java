package io.manta.provider.aws.client;

import io.manta.provider.aws.settings.AwsSettings;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.core.SdkField;
import software.amazon.awssdk.core.SdkPojo;
import software.amazon.awssdk.core.protocol.MarshallingType;
import software.amazon.awssdk.core.traits.ListTrait;
import software.amazon.awssdk.core.traits.MapTrait;
import software.amazon.awssdk.utils.builder.SdkBuilder;

/**
 * Plain maps to the SDK's requests and back, by the names boto3 and the YAML use. The SDK describes its own fields, so
 * everything AWS knows passes through without being listed here.
 */
public final class SdkShapes {
    private SdkShapes() {}

    /** A value that does not fit. */
    public static final class Misfit extends Exception {
        private static final long serialVersionUID = 1L;

        public Misfit(String message) {
            super(message);
        }
    }

    public static void fill(SdkPojo builder, Map<String, ?> values, String path) throws Misfit {
        for (var entry : values.entrySet()) {
            SdkField<?> field = field(builder, entry.getKey())
                    .orElseThrow(() ->
                            new Misfit("AWS knows no " + path + entry.getKey() + "; there are: " + names(builder)));
            field.set(builder, convert(field, entry.getValue(), path + entry.getKey()));
        }
    }

    private static Optional<SdkField<?>> field(SdkPojo builder, String name) {
        return builder.sdkFields().stream()
                .filter(field -> field.memberName().equals(name))
                .findFirst();
    }

    private static String names(SdkPojo builder) {
        return String.join(
                ", ",
                builder.sdkFields().stream().map(SdkField::memberName).sorted().toList());
    }

    private static @Nullable Object convert(SdkField<?> field, @Nullable Object value, String path) throws Misfit {
        if (value == null) {
            return null;
        }
        MarshallingType<?> type = field.marshallingType();
        try {
            if (type.equals(MarshallingType.SDK_POJO)) {
                return pojo(field, value, path);
            } else if (type.equals(MarshallingType.LIST)) {
                return list(field, value, path);
            } else if (type.equals(MarshallingType.MAP)) {
                return map(field, value, path);
            }
            return scalar(type, value);
        } catch (ClassCastException | NumberFormatException e) {
            throw new Misfit(path + " cannot be " + value);
        }
    }

    private static @Nullable Object scalar(MarshallingType<?> type, Object value) {
        String text = value.toString();
        if (type.equals(MarshallingType.STRING)) {
            return text;
        } else if (type.equals(MarshallingType.INTEGER)) {
            return Integer.valueOf(text);
        } else if (type.equals(MarshallingType.LONG)) {
            return Long.valueOf(text);
        } else if (type.equals(MarshallingType.BOOLEAN)) {
            return (Boolean) value;
        } else if (type.equals(MarshallingType.DOUBLE)) {
            return Double.valueOf(text);
        } else if (type.equals(MarshallingType.FLOAT)) {
            return Float.valueOf(text);
        } else if (type.equals(MarshallingType.INSTANT)) {
            return value instanceof Instant instant ? instant : Instant.parse(text);
        } else if (type.equals(MarshallingType.SDK_BYTES)) {
            return SdkBytes.fromString(text, StandardCharsets.UTF_8);
        }
        throw new ClassCastException(type.toString());
    }

    private static Object pojo(SdkField<?> field, Object value, String path) throws Misfit {
        if (!(value instanceof Map<?, ?>)) {
            throw new Misfit(path + " must be a mapping, not " + value);
        }
        SdkPojo builder = field.constructor().get();
        fill(builder, AwsSettings.map(value), path + ".");
        return ((SdkBuilder<?, ?>) builder).build();
    }

    private static List<Object> list(SdkField<?> field, Object value, String path) throws Misfit {
        SdkField<?> member = field.getTrait(ListTrait.class).memberFieldInfo();
        var out = new ArrayList<Object>();
        int index = 0;
        for (Object item : value instanceof List<?> items ? items : List.of(value)) {
            Object converted = convert(member, item, path + "[" + index++ + "]");
            if (converted != null) {
                out.add(converted);
            }
        }
        return out;
    }

    private static Map<String, Object> map(SdkField<?> field, Object value, String path) throws Misfit {
        SdkField<?> member = field.getTrait(MapTrait.class).valueFieldInfo();
        var out = new LinkedHashMap<String, Object>();
        for (var entry : AwsSettings.map(value).entrySet()) {
            Object converted = convert(member, entry.getValue(), path + "." + entry.getKey());
            if (converted != null) {
                out.put(entry.getKey(), converted);
            }
        }
        return out;
    }

    /** The other way round; what is not set is left out. */
    public static Map<String, Object> toMap(SdkPojo shape) {
        var out = new LinkedHashMap<String, Object>();
        for (SdkField<?> field : shape.sdkFields()) {
            Object value = field.getValueOrDefault(shape);
            Object plain = value == null ? null : plain(value);
            if (plain != null) {
                out.put(field.memberName(), plain);
            }
        }
        return out;
    }

    private static @Nullable Object plain(Object value) {
        if (value instanceof SdkPojo pojo) {
            return toMap(pojo);
        } else if (value instanceof List<?> list) {
            var items = new ArrayList<>();
            list.forEach(item -> items.add(plain(item)));
            return items.isEmpty() ? null : items;
        }
        return value;
    }
}
