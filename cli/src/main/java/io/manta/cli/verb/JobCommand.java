package io.manta.cli.verb;

import io.manta.cli.Call;
import io.manta.cli.Syntax;
import io.manta.cli.wire.HeadAccess;
import io.manta.spi.model.Problem;
import io.manta.spi.model.ProblemException;
import io.manta.spi.remote.FileTransfer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** {@code manta job}: Ray's jobs, without a port to forward; local directories and files travel to the head first. */
public final class JobCommand extends PassOnCommand {
    private static final List<String> ACTIONS = List.of("submit", "list", "logs", "status", "stop", "delete");

    public JobCommand() {
        super("job", "submit, list, follow and stop Ray jobs");
    }

    @Override
    public Syntax syntax() {
        return super.syntax()
                .detail("""
                        `--working-dir` and `--runtime-env` name things on this machine, as with `ray job`; they are copied to the head.
                        `--address` is not needed.""")
                .example("manta job submit --working-dir . -- python train.py", "with the files of this directory")
                .example("manta job logs --follow raysubmit_1234", "what it prints");
    }

    @Override
    String exampleArguments() {
        return " list";
    }

    @Override
    List<String> prepare(Call call, HeadAccess access, List<String> arguments)
            throws ProblemException, InterruptedException {
        if (arguments.isEmpty() || !ACTIONS.contains(arguments.getFirst())) {
            throw call.usage("what shall be done: " + String.join(", ", ACTIONS) + "?");
        }
        List<String> words = words(arguments);
        if (!arguments.getFirst().equals("submit")) {
            return words;
        }
        // Not below the home, where it would outlive the machine's users' patience.
        String place = "/tmp/manta-jobs/" + UUID.randomUUID();
        var out = new ArrayList<String>();
        for (int i = 0; i < words.size(); i++) {
            String word = words.get(i);
            out.add(word);
            if (word.equals("--")) {
                out.addAll(words.subList(i + 1, words.size()));
                break;
            }
            boolean local = word.equals("--working-dir") || word.equals("--runtime-env");
            if (local && i + 1 < words.size()) {
                out.add(bring(access, word, words.get(++i), place, call));
            }
        }
        return out;
    }

    /** Options and values apart; without the address of an API that is on the head anyway. */
    static List<String> words(List<String> arguments) {
        var out = new ArrayList<String>();
        for (int i = 0; i < arguments.size(); i++) {
            String word = arguments.get(i);
            if (word.equals("--")) {
                out.addAll(arguments.subList(i, arguments.size()));
                break;
            }
            if (word.equals("--address")) {
                i++;
            } else if (word.startsWith("--working-dir=") || word.startsWith("--runtime-env=")) {
                int equals = word.indexOf('=');
                out.add(word.substring(0, equals));
                out.add(word.substring(equals + 1));
            } else if (!word.startsWith("--address=")) {
                out.add(word);
            }
        }
        return out;
    }

    private static String bring(HeadAccess access, String option, String given, String place, Call call)
            throws ProblemException, InterruptedException {
        if (given.contains("://")) {
            return given;
        }
        Path path = Path.of(given).toAbsolutePath().normalize();
        if (!Files.exists(path)) {
            throw new ProblemException(Problem.error(
                    "CLI-NO-SCRIPT", "there is no '" + given + "' for " + option, "", "correct the path"));
        }
        boolean directory = Files.isDirectory(path);
        String target = place + (directory ? "/" + option.substring(2) : "/" + path.getFileName());
        FileTransfer transfer = FileTransfer.of(path.toString(), target);
        access.runner().upload(directory ? transfer.ofDirectory() : transfer, call.console()::detail);
        return target;
    }
}
