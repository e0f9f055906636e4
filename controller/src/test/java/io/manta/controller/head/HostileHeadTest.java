package io.manta.controller.head;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.manta.controller.home.ClusterHome;
import io.manta.spi.provider.Progress;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a head sends becomes regular files in the cluster's home, or nothing. */
class HostileHeadTest {
    private static final String OWN = "the operator's own words";

    @TempDir
    Path dir;

    private ClusterHome home;
    private Path victim;

    @BeforeEach
    void makeHome() throws IOException {
        home = new ClusterHome(Files.createDirectories(dir.resolve("here/.manta/clusters/mine")));
        victim = Files.writeString(dir.resolve("victim"), OWN);
    }

    private static byte[] entry(String name, char kind, String link, long size, String content) {
        var block = new byte[512];
        put(block, 0, name);
        put(block, 100, "0000777");
        put(block, 124, String.format("%011o", size));
        put(block, 136, "14000000000");
        block[156] = (byte) kind;
        put(block, 157, link);
        put(block, 257, "ustar");
        block[263] = '0';
        block[264] = '0';
        byte[] bytes = content.getBytes(StandardCharsets.UTF_8);
        var all = new byte[512 + (bytes.length + 511) / 512 * 512];
        System.arraycopy(block, 0, all, 0, 512);
        System.arraycopy(bytes, 0, all, 512, bytes.length);
        return all;
    }

    private static void put(byte[] block, int at, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        System.arraycopy(bytes, 0, block, at, bytes.length);
    }

    private static byte[] file(String name, String content) {
        return entry(name, '0', "", content.length(), content);
    }

    private void unpack(byte[]... entries) throws IOException {
        var archive = new ByteArrayOutputStream();
        for (byte[] entry : entries) {
            archive.write(entry);
        }
        archive.write(new byte[1024]);
        new BroughtBack(home).unpack(new ByteArrayInputStream(archive.toByteArray()), List.of("logs"), _ -> true);
    }

    private List<String> all() throws IOException {
        try (Stream<Path> walk = Files.walk(dir)) {
            return walk.filter(path -> !Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS))
                    .map(path -> dir.relativize(path).toString())
                    .sorted()
                    .toList();
        }
    }

    @Test
    void onlyRegularFilesWithPlainNamesAreTaken() throws IOException {
        String out = victim.toString();
        unpack(
                entry("logs/symbolic", '2', out, 0, ""),
                file("logs/symbolic", "through a link"),
                entry("logs/away", '2', dir.toString(), 0, ""),
                file("logs/away/victim", "through a linked directory"),
                entry("logs/hard", '1', out, 0, ""),
                file("logs/hard", "a file after a hard link"),
                file("logs/../../../../../victim", "upwards"),
                file("../victim", "upwards"),
                file(out, "absolute"),
                file("logs/./x", "odd"),
                file("logs//x", "odd"),
                file("logs/.hidden", "hidden"),
                file("record.json", "not asked for"),
                file("logsx", "not asked for"),
                entry("logs/device", '3', "", 0, ""),
                entry("logs/pipe", '6', "", 0, ""),
                entry("././@LongLink", 'L', "", 11, "logs/../../x"),
                file("logs/long", "its real name is longer"),
                file("./logs/w-1/step-1.log", "fine"));
        assertThat(victim).hasContent(OWN);
        assertThat(all())
                .containsExactly(
                        "here/.manta/clusters/mine/logs/away/victim",
                        "here/.manta/clusters/mine/logs/hard",
                        "here/.manta/clusters/mine/logs/symbolic",
                        "here/.manta/clusters/mine/logs/w-1/step-1.log",
                        "victim");
        Path log = home.logs().resolve("w-1/step-1.log");
        assertThat(log).hasContent("fine");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(log)))
                .isEqualTo("rw-------");
    }

    @Test
    void linksThatAreHereAlreadyAreReplacedOrLeftAlone() throws IOException {
        Files.createDirectories(home.logs());
        Files.createSymbolicLink(home.logs().resolve("step-1.log"), victim);
        Files.createSymbolicLink(home.logs().resolve("w-1"), dir);
        unpack(file("logs/step-1.log", "new"), file("logs/w-1/victim", "new"));
        assertThat(victim).hasContent(OWN);
        assertThat(home.logs().resolve("step-1.log")).isRegularFile().hasContent("new");
        assertThat(Files.isSymbolicLink(home.logs().resolve("step-1.log"))).isFalse();
    }

    @Test
    void sizesAreBounded() throws IOException {
        assertThatThrownBy(() -> unpack(entry("logs/huge", '0', "", TarEntries.MOST_BYTES + 1, "")))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("MiB");
        byte[] endless = entry("logs/endless", '0', "", 0, "");
        endless[124] = (byte) 0x80;
        assertThatThrownBy(() -> unpack(endless)).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> unpack(entry("logs/cut", '0', "", 100_000, "too short")))
                .isInstanceOf(IOException.class);
        assertThat(all()).containsExactly("victim");
    }

    @Test
    void logsComeFromTheHeadWithoutItsLinks() throws Exception {
        var head = new DirectoryHead(dir.resolve("head"));
        Path theirs = Files.createDirectories(head.home.resolve(".manta/clusters/mine"));
        Files.createDirectories(theirs.resolve("logs/w-1"));
        Files.createDirectories(theirs.resolve("daemon"));
        Files.writeString(theirs.resolve("logs/w-1/step-1.log"), "installing\n".repeat(2_000));
        Files.writeString(theirs.resolve("daemon/daemon.log"), "started");
        Files.writeString(theirs.resolve("daemon/boot.sh"), "no log");
        Files.createSymbolicLink(theirs.resolve("logs/w-1/step-2.log"), victim);
        control(head).fetchLogs();
        assertThat(home.logs().resolve("w-1/step-1.log")).hasContent("installing\n".repeat(2_000));
        assertThat(home.daemon().resolve("daemon.log")).hasContent("started");
        assertThat(home.logs().resolve("w-1/step-2.log")).doesNotExist();
        assertThat(home.daemon().resolve("boot.sh")).doesNotExist();
    }

    @Test
    void notesComeBackButNotWhatWasLent() throws Exception {
        var head = new DirectoryHead(dir.resolve("head"));
        Path theirs = Files.createDirectories(head.home.resolve(".manta/clusters/mine/machines"));
        Files.createDirectories(theirs.resolve("provider/plugins"));
        Files.createDirectories(home.machines());
        Files.writeString(home.machines().resolve("cluster_key"), OWN);
        Files.writeString(home.machines().resolve("hosts.json"), "{}");
        Files.writeString(theirs.resolve("cluster_key"), "another");
        Files.writeString(theirs.resolve("hosts.json"), "{\"a\": 1}");
        Files.writeString(theirs.resolve("noted"), "new");
        Files.writeString(theirs.resolve("provider/plugins/evil.jar"), "code");
        control(head).stop();
        assertThat(home.machines().resolve("cluster_key")).hasContent(OWN);
        assertThat(home.machines().resolve("hosts.json")).hasContent("{\"a\": 1}");
        assertThat(home.machines().resolve("noted")).hasContent("new");
        assertThat(home.machines().resolve("provider")).doesNotExist();
    }

    private RemoteDaemonControl control(DirectoryHead head) {
        var needs = DaemonNeeds.LITTLE;
        return new RemoteDaemonControl(home, dir.resolve("cache"), needs, () -> Optional.of(head), Progress.NONE);
    }
}
