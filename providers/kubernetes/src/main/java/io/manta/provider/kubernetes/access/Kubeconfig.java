package io.manta.provider.kubernetes.access;

import io.manta.spi.model.ProblemException;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.YAMLException;

/** One or several kubeconfig files, read as {@code kubectl} reads them: of two things with one name the first counts. */
final class Kubeconfig {
    private final String source;
    private final Map<String, Entry> clusters = new LinkedHashMap<>();
    private final Map<String, Entry> users = new LinkedHashMap<>();
    private final Map<String, Entry> contexts = new LinkedHashMap<>();
    private String current = "";

    /** A named thing, and the directory from which its relative paths are meant. */
    private record Entry(Map<?, ?> map, Path directory) {
        Optional<String> text(String key) {
            Object value = map.get(key);
            return value == null || value.toString().isEmpty() ? Optional.empty() : Optional.of(value.toString());
        }

        Optional<String> pem(String key) throws IOException {
            Optional<String> data = text(key + "-data");
            if (data.isPresent()) {
                return Optional.of(new String(Base64.getMimeDecoder().decode(data.get()), StandardCharsets.UTF_8));
            }
            Optional<String> file = text(key);
            return file.isEmpty() ? Optional.empty() : Optional.of(Files.readString(directory.resolve(file.get())));
        }
    }

    private Kubeconfig(String source) {
        this.source = source;
    }

    static Optional<Kubeconfig> find(Optional<String> setting, Map<String, String> environment, Path home)
            throws ProblemException {
        if (setting.isPresent()) {
            String path = setting.get();
            Path file = path.startsWith("~/") ? home.resolve(path.substring(2)) : Path.of(path);
            return Optional.of(read(file.toString(), List.of(file)));
        }
        String listed = environment.getOrDefault("KUBECONFIG", "");
        if (!listed.isEmpty()) {
            var files = new ArrayList<Path>();
            for (String path : listed.split(File.pathSeparator, -1)) {
                if (!path.isEmpty() && Files.exists(Path.of(path))) {
                    files.add(Path.of(path));
                }
            }
            return Optional.of(files.isEmpty() ? read(listed, List.of(Path.of(listed))) : read("KUBECONFIG", files));
        }
        Path usual = home.resolve(".kube/config");
        return Files.exists(usual) ? Optional.of(read(usual.toString(), List.of(usual))) : Optional.empty();
    }

    private static Kubeconfig read(String source, List<Path> files) throws ProblemException {
        var config = new Kubeconfig(source);
        for (Path file : files) {
            try {
                Object tree = new Yaml(new SafeConstructor(new LoaderOptions())).load(Files.readString(file));
                if (tree instanceof Map<?, ?> map) {
                    config.add(map, Objects.requireNonNull(file.toAbsolutePath().getParent()));
                }
            } catch (IOException | YAMLException e) {
                throw AccessProblems.unreadable(file, e);
            }
        }
        return config;
    }

    private void add(Map<?, ?> map, Path directory) {
        named(map.get("clusters"), "cluster", directory, clusters);
        named(map.get("users"), "user", directory, users);
        named(map.get("contexts"), "context", directory, contexts);
        if (current.isEmpty() && map.get("current-context") instanceof String name) {
            current = name;
        }
    }

    private static void named(@Nullable Object list, String key, Path directory, Map<String, Entry> into) {
        if (list instanceof List<?> items) {
            for (Object item : items) {
                if (item instanceof Map<?, ?> one
                        && one.get("name") != null
                        && one.get(key) instanceof Map<?, ?> body) {
                    into.putIfAbsent(String.valueOf(one.get("name")), new Entry(body, directory));
                }
            }
        }
    }

    Access access(Optional<String> wanted, Map<String, String> environment) throws ProblemException {
        String name = wanted.orElse(current);
        Entry context = contexts.get(name);
        if (context == null) {
            throw AccessProblems.noContext(source, name, String.join(", ", contexts.keySet()));
        }
        Entry cluster = clusters.get(context.text("cluster").orElse(""));
        String server = cluster == null ? "" : cluster.text("server").orElse("");
        if (cluster == null || server.isEmpty()) {
            throw AccessProblems.wrong(source, "context " + name + " leads to no server");
        }
        if (cluster.text("tls-server-name").isPresent()) {
            throw AccessProblems.wrong(source, "context " + name + " has a tls-server-name, which Manta cannot use");
        }
        Entry user = users.getOrDefault(context.text("user").orElse(""), new Entry(Map.of(), Path.of("")));
        try {
            Credentials credentials = credentials(user, environment);
            return new Access(
                    URI.create(server),
                    Tls.context(
                            cluster.pem("certificate-authority"),
                            identity(user, credentials),
                            cluster.text("insecure-skip-tls-verify")
                                    .filter("true"::equals)
                                    .isPresent()),
                    credentials,
                    cluster.text("proxy-url").map(URI::create),
                    context.text("namespace"),
                    source,
                    name);
        } catch (IOException | IllegalArgumentException e) {
            throw AccessProblems.wrong(source, "context " + name + ": " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw AccessProblems.wrong(source, "interrupted");
        }
    }

    private static Optional<Tls.Identity> identity(Entry user, Credentials credentials)
            throws IOException, InterruptedException {
        Optional<String> certificate = user.pem("client-certificate");
        Optional<String> key = user.pem("client-key");
        if (certificate.isPresent() && key.isPresent()) {
            return Optional.of(new Tls.Identity(certificate.get(), key.get()));
        }
        return credentials instanceof LoginProgram program ? program.current().identity() : Optional.empty();
    }

    private static Credentials credentials(Entry user, Map<String, String> environment) {
        Optional<String> file = user.text("tokenFile");
        if (file.isPresent()) {
            return new TokenFile(user.directory().resolve(file.get()));
        }
        Optional<String> token = user.text("token");
        if (token.isPresent()) {
            return Credentials.bearer(token.get());
        }
        Optional<String> name = user.text("username");
        if (name.isPresent()) {
            String both = name.get() + ":" + user.text("password").orElse("");
            String encoded = Base64.getEncoder().encodeToString(both.getBytes(StandardCharsets.UTF_8));
            return () -> Optional.of("Basic " + encoded);
        }
        return user.map().get("exec") instanceof Map<?, ?> exec
                ? program(new Entry(exec, user.directory()), environment)
                : Credentials.NONE;
    }

    private static Credentials program(Entry exec, Map<String, String> environment) {
        String command = exec.text("command").orElse("");
        var words = new ArrayList<String>();
        // A path with a slash is meant from where the file lies, as kubectl takes it.
        words.add(command.indexOf('/') > 0 ? exec.directory().resolve(command).toString() : command);
        if (exec.map().get("args") instanceof List<?> list) {
            list.forEach(word -> words.add(String.valueOf(word)));
        }
        var variables = new HashMap<>(environment);
        if (exec.map().get("env") instanceof List<?> list) {
            for (Object item : list) {
                if (item instanceof Map<?, ?> one) {
                    variables.put(String.valueOf(one.get("name")), String.valueOf(one.get("value")));
                }
            }
        }
        return new LoginProgram(
                words,
                variables,
                exec.text("apiVersion").orElse("client.authentication.k8s.io/v1"),
                exec.text("installHint").orElse(""));
    }
}
