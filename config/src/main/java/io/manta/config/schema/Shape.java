package io.manta.config.schema;

import java.util.List;
import java.util.Optional;

/** What a value must look like. */
public sealed interface Shape {
    /** In words for people: {@code a text}, {@code a list of texts}. */
    String words();

    /** A text; when choices are given, one of them. */
    record Text(List<String> choices) implements Shape {
        public static final Text ANY = new Text(List.of());

        @Override
        public String words() {
            return choices.isEmpty() ? "a text" : "one of " + String.join(", ", choices);
        }
    }

    /** A whole number, not below the minimum. */
    record Whole(long min) implements Shape {
        public static final Whole ANY = new Whole(Long.MIN_VALUE);
        public static final Whole COUNT = new Whole(0);

        @Override
        public String words() {
            return min == 0 ? "a whole number, 0 or more" : "a whole number";
        }
    }

    /** Any number, not below zero. */
    record Amount() implements Shape {
        @Override
        public String words() {
            return "a number, 0 or more";
        }
    }

    /** True or false. */
    record Truth() implements Shape {
        @Override
        public String words() {
            return "true or false";
        }
    }

    /** Whatever the provider or Ray makes of it. */
    record Anything() implements Shape {
        @Override
        public String words() {
            return "anything";
        }
    }

    /** A list whose items all look alike. */
    record ListOf(Shape item) implements Shape {
        public static final ListOf TEXTS = new ListOf(Text.ANY);

        @Override
        public String words() {
            return item instanceof Text ? "a list of texts" : "a list";
        }
    }

    /** A mapping with names of the user's own choice. */
    record MapOf(String name, Shape value) implements Shape {
        @Override
        public String words() {
            return "a mapping";
        }
    }

    /** A mapping with known keys. */
    record Table(String name, List<Key> keys, Others others) implements Shape {
        /** What other keys mean. */
        public enum Others {
            /** A mistake. */
            REFUSED,
            /** Probably a mistake: Ray accepts them, Manta warns. */
            DOUBTED,
            /** Passed through. */
            PASSED
        }

        public Table {
            keys = List.copyOf(keys);
        }

        public Optional<Key> key(String key) {
            return keys.stream().filter(k -> k.name().equals(key)).findFirst();
        }

        public List<String> names() {
            return keys.stream().map(Key::name).toList();
        }

        @Override
        public String words() {
            return "a mapping";
        }
    }

    /** Any of the shapes. */
    record Either(List<Shape> shapes) implements Shape {
        @Override
        public String words() {
            return String.join(" or ", shapes.stream().map(Shape::words).toList());
        }
    }

    /** The shape, or null. */
    record OrNull(Shape shape) implements Shape {
        @Override
        public String words() {
            return shape.words() + ", or null";
        }
    }
}
