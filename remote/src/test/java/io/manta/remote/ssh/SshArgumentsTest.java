package io.manta.remote.ssh;

import static org.assertj.core.api.Assertions.assertThat;

import io.manta.spi.provider.Reach;
import io.manta.spi.remote.FileTransfer;
import io.manta.spi.remote.PortForward;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SshArgumentsTest {
    private static final SshSettings SETTINGS = new SshSettings(
            Path.of("/c/known hosts"),
            Path.of("/run/m"),
            List.of("ssh"),
            Duration.ofSeconds(10),
            Duration.ofMinutes(2),
            true);
    private static final Reach.Ssh PLAIN =
            new Reach.Ssh("h1", 0, Optional.empty(), Optional.empty(), Optional.empty(), List.of());
    private static final Reach.Ssh FULL = new Reach.Ssh(
            "10.0.0.7",
            2222,
            Optional.of("ubuntu"),
            Optional.of("~/.ssh/k.pem"),
            Optional.of("ssh -W %h:%p gate"),
            List.of("HostKeyAlias=i-1"));

    private static String words(List<String> words) {
        return String.join("|", words);
    }

    @Test
    void aPlainHostLeavesEverythingElseToTheUsersConfiguration() {
        var arguments = new SshArguments(SETTINGS, PLAIN);
        assertThat(words(arguments.run("CMD")))
                .isEqualTo("ssh|-o|BatchMode=yes|-o|LogLevel=QUIET|-o|StrictHostKeyChecking=accept-new"
                        + "|-o|UserKnownHostsFile=\"/c/known hosts\"|-o|HashKnownHosts=no|-o|ConnectTimeout=10"
                        + "|-o|ServerAliveInterval=5|-o|ServerAliveCountMax=3|-o|ControlMaster=no"
                        + "|-o|ControlPath=" + arguments.socket() + "|-T|h1|CMD");
    }

    @Test
    void whatTheProviderNamesComesFirst() {
        var arguments = new SshArguments(SETTINGS, FULL);
        assertThat(words(arguments.open()))
                .startsWith("ssh|-i|~/.ssh/k.pem|-o|IdentitiesOnly=yes|-p|2222|-o|HostKeyAlias=i-1"
                        + "|-o|ProxyCommand=ssh -W %h:%p gate|-o|BatchMode=yes|-o|LogLevel=ERROR|")
                .endsWith("|-o|ControlMaster=yes|-o|ControlPath=" + arguments.socket()
                        + "|-o|ControlPersist=120|-N|-f|ubuntu@10.0.0.7");
    }

    @Test
    void forwardedPortsGetTheirOwnConnectionAndFailLoudly() {
        var arguments = new SshArguments(SETTINGS, PLAIN);
        assertThat(words(arguments.interactive("CMD", List.of(new PortForward(8265, 8266)))))
                .endsWith("|-o|ControlMaster=no|-o|ControlPath=none|-o|ExitOnForwardFailure=yes"
                        + "|-L|127.0.0.1:8265:localhost:8266|-tt|h1|CMD");
        assertThat(words(arguments.interactive("", List.of()))).endsWith("|-tt|h1");
        assertThat(words(new SshArguments(SETTINGS.withTerminal(false), PLAIN).interactive("CMD", List.of())))
                .endsWith("|-T|h1|CMD");
    }

    @Test
    void eachWayToAHostHasItsOwnShortSocket() {
        Path plain = new SshArguments(SETTINGS, PLAIN).socket();
        assertThat(plain).isEqualTo(new SshArguments(SETTINGS, PLAIN).socket());
        assertThat(plain).isNotEqualTo(new SshArguments(SETTINGS, FULL).socket());
        assertThat(plain).isNotEqualTo(new SshArguments(SETTINGS.withProgram(List.of("other", "ssh")), PLAIN).socket());
        assertThat(plain.getFileName().toString()).hasSize(16);
    }

    @Test
    void hintIsWhatAPersonCanType() {
        assertThat(new SshArguments(SETTINGS, FULL).hint())
                .isEqualTo("ssh -i '~/.ssh/k.pem' -p 2222 -o 'ProxyCommand=ssh -W %h:%p gate' -o HostKeyAlias=i-1"
                        + " -o 'UserKnownHostsFile=/c/known hosts' ubuntu@10.0.0.7");
    }

    @Test
    void rsyncMakesTheDirectoryItNeedsAndSkipsWhatItShould() {
        var arguments = new SshArguments(SETTINGS, FULL);
        var transfer = new FileTransfer("/src/", "~/deep/dst/", List.of("*.pyc", "/.git"), List.of(".gitignore"));
        assertThat(Rsync.uploadWords(arguments, transfer))
                .containsExactly(
                        "rsync",
                        "-az",
                        "--rsh=" + arguments.remoteShell(),
                        "--exclude=*.pyc",
                        "--exclude=/.git",
                        "--filter=dir-merge,- .gitignore",
                        "--rsync-path=mkdir -p deep/dst && rsync",
                        "/src/",
                        "ubuntu@10.0.0.7:deep/dst/");
        assertThat(arguments.remoteShell()).doesNotContain("gate");
        assertThat(Rsync.downloadWords(arguments, FileTransfer.of("out", "/var/log/a b")))
                .contains("--protect-args", "ubuntu@10.0.0.7:/var/log/a b", "out");
    }
}
