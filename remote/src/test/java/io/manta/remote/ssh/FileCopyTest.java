package io.manta.remote.ssh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.manta.spi.provider.Reach;
import io.manta.spi.remote.CommandRunner;
import io.manta.spi.remote.FileTransfer;
import io.manta.spi.remote.OutputSink;
import io.manta.spi.remote.RemoteException;
import io.manta.testkit.Scratch;
import io.manta.testkit.SshHosts;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The same expectations for a host with rsync (1) and one without (2). */
@Tag("hosts")
class FileCopyTest {
    private static SshHosts hosts;
    private static SshConnections connections;

    @TempDir
    static Path shared;

    @TempDir
    Path directory;

    @BeforeAll
    static void makeHosts() throws Exception {
        hosts = SshHosts.up("files", 2);
        String withoutRsync = "mkdir /run/upper /run/work && mount -t overlay -o "
                + "lowerdir=/usr/bin,upperdir=/run/upper,workdir=/run/work overlay /usr/bin && rm /usr/bin/rsync";
        assertThat(hosts.exec(2, withoutRsync).output()).isEmpty();
        var program = new ArrayList<>(hosts.client());
        program.add("ssh");
        connections = new SshConnections(new SshSettings(
                shared.resolve("known_hosts"),
                Scratch.untilExit("mssh"),
                program,
                Duration.ofSeconds(5),
                Duration.ofSeconds(60),
                false));
    }

    @AfterAll
    static void removeHosts() throws Exception {
        if (hosts != null) {
            connections.disconnect();
            connections.close();
            hosts.close();
        }
    }

    private static CommandRunner runner(int host) {
        return connections.runner(new Reach.Ssh(
                hosts.host(host).address(),
                22,
                Optional.of("ray"),
                Optional.of(hosts.key().toString()),
                Optional.empty(),
                List.of()));
    }

    private static String on(int host, String script) {
        return hosts.exec(host, script).output().strip();
    }

    private void write(String path, String text) throws Exception {
        Path file = directory.resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void copiesADirectorysContentsWithoutWhatIsExcluded(int host) throws Exception {
        write("src/a.py", "one");
        write("src/deep/b c.py", "two");
        write("src/deep/b.pyc", "no");
        write("src/.git/config", "no");
        write("src/out/x", "no");
        write("src/.gitignore", "out/\n");
        Files.createSymbolicLink(directory.resolve("src/link"), Path.of("a.py"));
        var transfer = new FileTransfer(
                directory + "/src/", "~/target/new/", List.of("*.pyc", "/.git"), List.of(".gitignore"));
        runner(host).upload(transfer, OutputSink.NOWHERE);
        assertThat(on(host, "cd /home/ray/target/new && find . | sort && cat link 'deep/b c.py' && stat -c %U a.py"))
                .isEqualTo("""
                        .
                        ./.gitignore
                        ./a.py
                        ./deep
                        ./deep/b c.py
                        ./link
                        onetworay""");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void sendsOnlyWhatChangedAndDeletesNothing(int host) throws Exception {
        write("s/same", "same");
        write("s/changed", "before");
        var transfer = FileTransfer.of(directory + "/s/", "~/incremental/");
        runner(host).upload(transfer, OutputSink.NOWHERE);
        String inode = "stat -c %i /home/ray/incremental/same";
        String before = on(host, inode + "; touch /home/ray/incremental/theirs");
        write("s/changed", "afterwards");
        runner(host).upload(transfer, OutputSink.NOWHERE);
        assertThat(on(host, inode)).isEqualTo(before);
        assertThat(on(host, "cat /home/ray/incremental/changed; ls /home/ray/incremental"))
                .isEqualTo("afterwardschanged\nsame\ntheirs");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void copiesOneFileUnderItsNewNameOrIntoADirectory(int host) throws Exception {
        write("job.py", "print()");
        runner(host).upload(FileTransfer.of(directory + "/job.py", "~/x/y/renamed.py"), OutputSink.NOWHERE);
        runner(host).upload(FileTransfer.of(directory + "/job.py", "/tmp/dir/"), OutputSink.NOWHERE);
        assertThat(on(host, "cat /home/ray/x/y/renamed.py /tmp/dir/job.py")).isEqualTo("print()print()");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void bringsFilesBack(int host) throws Exception {
        on(
                host,
                "mkdir -p /tmp/res/sub && echo r > /tmp/res/r.txt && echo s > /tmp/res/sub/s.txt && chmod -R a+rX /tmp/res");
        Path back = directory.resolve("back");
        runner(host).download(FileTransfer.of(back + "/all/", "/tmp/res/"), OutputSink.NOWHERE);
        runner(host).download(FileTransfer.of(back + "/one.txt", "/tmp/res/r.txt"), OutputSink.NOWHERE);
        assertThat(back.resolve("all/sub/s.txt")).hasContent("s");
        assertThat(back.resolve("one.txt")).hasContent("r");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void saysWhyItCouldNotCopy(int host) throws Exception {
        write("f", "x");
        assertThat(code(() -> runner(host).upload(FileTransfer.of(directory + "/absent", "~/a"), OutputSink.NOWHERE)))
                .isEqualTo("FILES-MISSING");
        assertThat(code(() -> runner(host).upload(FileTransfer.of(directory + "/f", "/etc/f"), OutputSink.NOWHERE)))
                .isEqualTo("FILES-DENIED");
        assertThat(code(() -> runner(host).download(FileTransfer.of(directory + "/g", "~/absent"), OutputSink.NOWHERE)))
                .isEqualTo("FILES-MISSING");
        on(host, "mkdir -p /mnt/small && mount -t tmpfs -o size=64k,mode=777 tmpfs /mnt/small");
        write("big", "x".repeat(500_000));
        assertThat(code(() ->
                        runner(host).upload(FileTransfer.of(directory + "/big", "/mnt/small/big"), OutputSink.NOWHERE)))
                .isEqualTo("FILES-NO-SPACE");
    }

    private interface Work {
        void run() throws Exception;
    }

    private static String code(Work work) {
        return catchThrowableOfType(RemoteException.class, work::run).problem().code();
    }
}
