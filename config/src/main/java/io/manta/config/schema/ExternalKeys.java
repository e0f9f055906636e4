package io.manta.config.schema;

import io.manta.config.schema.Shape.Amount;
import io.manta.config.schema.Shape.Anything;
import io.manta.config.schema.Shape.Either;
import io.manta.config.schema.Shape.ListOf;
import io.manta.config.schema.Shape.MapOf;
import io.manta.config.schema.Shape.Text;
import io.manta.config.schema.Shape.Truth;
import java.util.List;

/** The keys of a provider that is not part of Manta; it may have any others of its own. */
final class ExternalKeys {
    private static final Text TEXT = Text.ANY;

    static final List<Key> ALL = List.of(
            Key.of("module", TEXT, "A node provider class written for Ray, as `package.module.Class`."),
            Key.of(
                            "command",
                            new Either(List.of(TEXT, ListOf.TEXTS)),
                            "A program that is the provider: its words. It speaks `docs/provider-protocol.md`.")
                    .asExtension(),
            Key.of("plugin", TEXT, "The name of a Java plug-in, as its factory calls itself.")
                    .asExtension(),
            Key.of(
                            "classpath",
                            new Either(List.of(TEXT, ListOf.TEXTS)),
                            "Jars of the plug-in, or directories of jars. Without it: `~/.manta/plugins`.")
                    .asExtension(),
            Key.of("python", TEXT, "With `module`: a Python, or a virtual environment, that has Ray.")
                    .asExtension(),
            Key.of(
                            "python_path",
                            new Either(List.of(TEXT, ListOf.TEXTS)),
                            "With `module`: directories in which it is looked for besides the usual ones.")
                    .asExtension(),
            Key.of("files", ListOf.TEXTS, "Further files the provider needs on the head.")
                    .asExtension(),
            Key.of("environment", new MapOf("variable", TEXT), "Environment variables for the provider's process.")
                    .asExtension(),
            Key.of(
                            "on_this_machine",
                            new Truth(),
                            "Whether the nodes are processes of this machine, so that the autoscaler stays here.")
                    .defaulting("false")
                    .asExtension(),
            Key.of(
                            "reach",
                            new MapOf("way", new Anything()),
                            "How nodes are reached, when the provider shall not be asked: `ssh: {...}` or"
                                    + " `template: {command: [...]}`; see `docs/provider-protocol.md`.")
                    .asExtension(),
            Key.of("timeout_seconds", new Amount(), "How long a call that only looks may take.")
                    .defaulting("30")
                    .asExtension(),
            Key.of("appear_seconds", new Amount(), "With `module`: how long a new node may take to appear in the list.")
                    .defaulting("50")
                    .asExtension());

    private ExternalKeys() {}
}
