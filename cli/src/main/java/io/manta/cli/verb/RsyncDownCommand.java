package io.manta.cli.verb;

import io.manta.cli.Call;
import io.manta.cli.Syntax;
import io.manta.cli.Verb;
import io.manta.spi.model.ProblemException;
import java.io.IOException;

/** {@code manta rsync-down}. */
public final class RsyncDownCommand implements Verb {
    @Override
    public Syntax syntax() {
        return Syntax.of("rsync-down", "copy files from the head")
                .cluster()
                .optionalParameter(
                        "SOURCE", "file or directory on the head; without it the file_mounts are copied back")
                .optionalParameter("TARGET", "where to here")
                .flag("-A, --all-nodes", "from every node, each into a directory of its own in TARGET")
                .example("manta rsync-down local '~/results/' results/", "a directory's contents");
    }

    @Override
    public int run(Call call) throws ProblemException, IOException, InterruptedException {
        return Copying.run(call, Copying.Direction.FROM_HEAD, call.flag("--all-nodes"));
    }
}
