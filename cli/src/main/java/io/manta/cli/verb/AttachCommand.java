package io.manta.cli.verb;

import io.manta.cli.Call;
import io.manta.cli.ExitCode;
import io.manta.cli.Syntax;
import io.manta.cli.Verb;
import io.manta.cli.wire.HeadAccess;
import io.manta.spi.model.ProblemException;
import io.manta.spi.remote.Command;
import io.manta.spi.remote.CommandRunner;

/** {@code manta attach}: a shell on the head, or on another node. */
public final class AttachCommand implements Verb {
    @Override
    public Syntax syntax() {
        Syntax syntax = Syntax.of("attach", "open a shell on the head, or on another node")
                .onlyCluster()
                .flag("-N, --new", "a new screen or tmux session instead of the one that is there")
                .option("--node-ip NODE", "a node other than the head, by address or id")
                .example("manta attach local", "a shell on the head")
                .example("manta attach local --tmux", "the head's tmux session, or a first one")
                .example("manta attach local --node-ip worker-1", "a shell on that node");
        return RemoteCommand.options(syntax, "attach to the %s session on the node, or begin one");
    }

    @Override
    public int run(Call call) throws ProblemException, InterruptedException {
        Detached session = Detached.of(call);
        if (call.flag("--new") && session == Detached.NO) {
            throw call.usage("--new needs --screen or --tmux");
        }
        boolean toHead = call.text("--node-ip").isEmpty();
        int started = toHead ? RemoteCommand.start(call) : ExitCode.OK;
        if (started != ExitCode.OK) {
            return started;
        }
        String script = session.shell(call.flag("--new"));
        try (HeadAccess access = HeadAccess.lenient(call)) {
            if (toHead) {
                return RemoteCommand.run(call, access.runner(), script, Command.Place.AUTO);
            }
            try (CommandRunner runner =
                    access.cluster().runner(access.node(call.text("--node-ip").get()))) {
                return RemoteCommand.run(call, runner, script, Command.Place.AUTO);
            }
        }
    }
}
