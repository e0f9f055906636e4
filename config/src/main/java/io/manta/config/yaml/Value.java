package io.manta.config.yaml;

import org.jspecify.annotations.Nullable;

/** One value of a configuration: immutable, and it knows where it came from. */
public sealed interface Value permits Scalar, Items, Fields {
    Origin origin();

    /** As maps, lists, strings, numbers, booleans and nulls. */
    @Nullable
    Object plain();

    /** The same without entries that are null, for code that has no use for them. */
    @Nullable
    Object settings();

    /** The same value, said to come from elsewhere; children keep their origin. */
    Value from(Origin newOrigin);

    /** What kind of value it is, in words for people: {@code a list}, {@code the number 3}. */
    String kind();
}
