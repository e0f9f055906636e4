package io.manta.cli.verb;

import io.manta.cli.Call;
import io.manta.cli.Syntax;
import io.manta.cli.Verb;
import io.manta.spi.model.ProblemException;
import java.io.IOException;

/** {@code manta rsync-up}. */
public final class RsyncUpCommand implements Verb {
    @Override
    public Syntax syntax() {
        return Syntax.of("rsync-up", "copy files to the head")
                .cluster()
                .optionalParameter("SOURCE", "file or directory here; without it the file_mounts are copied")
                .optionalParameter("TARGET", "where to on the head")
                .flag("-A, --all-nodes", "to every node, not only the head")
                .detail(
                        "Only what changed is copied; nothing is deleted there. A directory's contents are meant with / at its end.")
                .example("manta rsync-up local data/ '~/data/'", "a directory's contents")
                .example("manta rsync-up cluster.yaml", "the file's file_mounts again");
    }

    @Override
    public int run(Call call) throws ProblemException, IOException, InterruptedException {
        return Copying.run(call, Copying.Direction.TO_NODES, call.flag("--all-nodes"));
    }
}
