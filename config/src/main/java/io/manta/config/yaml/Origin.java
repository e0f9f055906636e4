package io.manta.config.yaml;

import io.manta.spi.model.SourceLocation;
import java.util.Optional;

/** Where a value of a configuration came from. */
public sealed interface Origin {
    /** One phrase for people, such as {@code cluster.yaml:3:5} or {@code default of aws}. */
    String describe();

    /** The place in the user's file that explains the value, when there is one. */
    default Optional<SourceLocation> at() {
        return Optional.empty();
    }

    /** Written in the file. */
    record InFile(SourceLocation location) implements Origin {
        @Override
        public String describe() {
            return location.toString();
        }

        @Override
        public Optional<SourceLocation> at() {
            return Optional.of(location);
        }
    }

    /** Nobody wrote it; a provider's default. */
    record Default(String provider) implements Origin {
        @Override
        public String describe() {
            return "default of " + provider;
        }
    }

    /** Given on the command line. */
    record Flag(String flag) implements Origin {
        @Override
        public String describe() {
            return "flag " + flag;
        }
    }

    /** Translated from a key of older files. */
    record Legacy(String key, Optional<SourceLocation> location) implements Origin {
        @Override
        public String describe() {
            return "legacy key " + key + location.map(l -> " at " + l).orElse("");
        }

        @Override
        public Optional<SourceLocation> at() {
            return location;
        }
    }

    /** Follows from other values. */
    record Derived(String rule, Optional<SourceLocation> location) implements Origin {
        @Override
        public String describe() {
            return rule + location.map(l -> " at " + l).orElse("");
        }

        @Override
        public Optional<SourceLocation> at() {
            return location;
        }
    }
}
