package io.manta.provider.external.protocol;

import io.manta.provider.external.ExternalProblems;
import io.manta.spi.model.AuthSettings;
import io.manta.spi.model.Machine;
import io.manta.spi.provider.ProviderException;
import io.manta.spi.provider.Reach;
import io.manta.spi.remote.CommandRunner;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * What a helper says of the way to a machine, with everything it leaves open filled in from the cluster's configuration.
 *
 * @param inside whether internal addresses are the ones to use
 * @param privateKey where the key for nodes lies on this machine
 */
public record ReachAnswers(String provider, AuthSettings auth, boolean inside, Optional<String> privateKey) {
    Reach read(Machine machine, Map<?, ?> answer, Supplier<CommandRunner> own) throws ProviderException {
        if (answer.get("template") instanceof Map<?, ?> template) {
            return new Reach.Template(
                    filled(Answers.texts(template, "command"), machine),
                    filled(Answers.texts(template, "terminal"), machine));
        }
        if (answer.get("template") instanceof List<?> words) {
            return new Reach.Template(filled(words.stream().map(String::valueOf).toList(), machine), List.of());
        }
        if (answer.get("process") instanceof Map<?, ?> process) {
            return process(process);
        }
        if (answer.containsKey("own")) {
            return new Reach.Own(own.get());
        }
        if (answer.get("ssh") instanceof Map<?, ?> ssh) {
            return ssh(ssh, machine);
        }
        throw ExternalProblems.answer(
                provider, "reach", "none of `ssh`, `template`, `process`, `own` is in it: " + answer);
    }

    private Reach ssh(Map<?, ?> ssh, Machine machine) throws ProviderException {
        String address = Answers.text(ssh, "address")
                .or(() -> address(machine))
                .orElseThrow(() -> ExternalProblems.answer(
                        provider, "reach", "machine " + machine.id() + " has no address to reach it by SSH"));
        return new Reach.Ssh(
                address,
                ssh.get("port") instanceof Number port ? port.intValue() : 0,
                Answers.text(ssh, "user").or(auth::sshUser),
                Answers.text(ssh, "private_key").or(() -> privateKey),
                inside ? Optional.empty() : Answers.text(ssh, "proxy_command").or(auth::sshProxyCommand),
                Answers.texts(ssh, "options"));
    }

    private static Reach process(Map<?, ?> process) {
        Path home = Path.of(Answers.text(process, "home").orElse("/"));
        var environment = new LinkedHashMap<String, String>();
        environment.put("HOME", home.toString());
        if (process.get("environment") instanceof Map<?, ?> map) {
            map.forEach((key, value) -> environment.put(String.valueOf(key), String.valueOf(value)));
        }
        return new Reach.LocalProcess(home, environment, home.resolve(".sessions"));
    }

    private List<String> filled(List<String> words, Machine machine) {
        return words.stream()
                .map(word -> word.replace("{id}", machine.id().value())
                        .replace("{address}", address(machine).orElse(""))
                        .replace("{node}", machine.nodeId().value()))
                .toList();
    }

    private Optional<String> address(Machine machine) {
        return inside
                ? machine.internalAddress().or(machine::externalAddress)
                : machine.externalAddress().or(machine::internalAddress);
    }
}
