package io.manta.provider.external;

import io.manta.provider.external.protocol.Helper;
import io.manta.provider.external.protocol.HelperNodeProvider;
import io.manta.provider.external.protocol.HelperRequests;
import io.manta.provider.external.protocol.ReachAnswers;
import io.manta.provider.external.python.PythonBridge;
import io.manta.spi.provider.NodeProvider;
import io.manta.spi.provider.ProviderContext;
import io.manta.spi.provider.ProviderException;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Opens providers that are processes: how each is started, what it is told, what it needs on the head. */
final class HelperOpening {
    // The first call also starts the helper; the helper's own limits come first.
    private static final Duration BEYOND = Duration.ofSeconds(75);

    private final ProviderContext context;
    private final ExternalSettings settings;
    private final Luggage luggage;

    private HelperOpening(ProviderContext context, ExternalSettings settings) {
        this.context = context;
        this.settings = settings;
        this.luggage = new Luggage(context.state());
    }

    static NodeProvider open(ProviderContext context, ExternalSettings settings) throws ProviderException {
        return new HelperOpening(context, settings).open();
    }

    private NodeProvider open() throws ProviderException {
        var greeting = new LinkedHashMap<String, Object>();
        greeting.put("protocol", Helper.PROTOCOL);
        greeting.put("config", HelperRequests.config(context.config()));
        greeting.put("state_dir", context.state().toAbsolutePath().toString());
        greeting.put("on_head", context.onHead());
        var helper = new Helper(
                settings.name(),
                start(),
                environment(),
                greeting,
                context.state().resolve("provider.log"));
        boolean inside = context.onHead() || settings.provider().flag("use_internal_ips", false);
        var reaches = new ReachAnswers(settings.name(), context.config().auth(), inside, key());
        var provider = new HelperNodeProvider(helper, settings.timeout(), reaches, settings.table("reach"));
        var guarded = new GuardedNodeProvider(
                provider, settings.name(), settings.timeout().plus(BEYOND));
        return new TravellingNodeProvider(guarded, context.state(), settings.isHere(), () -> pack(provider));
    }

    private Helper.Start start() {
        if (settings.kind() == ExternalSettings.Kind.MODULE) {
            return new PythonBridge(
                    settings.provider().text("module").orElseThrow(),
                    // A path of the user's machine may not hold on the head.
                    settings.provider().text("python").filter(path -> !context.onHead() || Files.exists(Path.of(path))),
                    context.runtime());
        }
        List<String> command = settings.command();
        return () -> context.onHead() ? onHead(command) : command;
    }

    private Map<String, String> environment() {
        var variables = new HashMap<String, String>();
        settings.table("environment")
                .forEach((name, value) -> variables.put(String.valueOf(name), String.valueOf(value)));
        var path = new ArrayList<String>();
        if (context.onHead()) {
            path.add(luggage.python().toAbsolutePath().toString());
            variables.put("MANTA_ON_HEAD", "1");
        } else {
            path.addAll(settings.texts("python_path"));
        }
        Optional.ofNullable(System.getenv("PYTHONPATH")).ifPresent(path::add);
        if (settings.kind() == ExternalSettings.Kind.MODULE && !path.isEmpty()) {
            variables.put("PYTHONPATH", String.join(File.pathSeparator, path));
        }
        return variables;
    }

    private void pack(HelperNodeProvider provider) throws ProviderException, InterruptedException {
        if (settings.kind() == ExternalSettings.Kind.MODULE) {
            luggage.pack(
                    luggage.python(), provider.luggage().stream().map(Path::of).toList());
        }
        var files = new ArrayList<Path>();
        settings.command().stream()
                .filter(word -> word.contains("/") && Files.exists(Path.of(word)))
                .forEach(word -> files.add(Path.of(word)));
        settings.texts("files").forEach(file -> files.add(Path.of(file)));
        luggage.pack(luggage.files(), files);
        Optional<Path> key = context.config().auth().sshPrivateKey().map(HelperOpening::expand);
        if (key.isPresent()) {
            luggage.packKey(key.get());
        }
    }

    /** Files of the command lie there under their names, beside each other. */
    private List<String> onHead(List<String> command) {
        var words = new ArrayList<String>();
        for (String word : command) {
            String name = word.substring(word.lastIndexOf('/') + 1);
            Path there = luggage.files().resolve(name);
            boolean isProgramOnPath = words.isEmpty() && !word.contains("/");
            words.add(
                    !isProgramOnPath && Files.isRegularFile(there)
                            ? there.toAbsolutePath().toString()
                            : word);
        }
        return words;
    }

    private Optional<String> key() {
        return context.onHead() ? luggage.key() : context.config().auth().sshPrivateKey();
    }

    private static Path expand(String path) {
        return Path.of(path.startsWith("~/") ? System.getProperty("user.home") + path.substring(1) : path);
    }
}
