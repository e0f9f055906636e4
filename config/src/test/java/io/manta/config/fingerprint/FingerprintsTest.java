package io.manta.config.fingerprint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.manta.config.ConfigLoader;
import io.manta.config.Loaded;
import io.manta.config.Overrides;
import io.manta.config.resolve.LocalPaths;
import io.manta.spi.model.ClusterConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FingerprintsTest {
    @TempDir
    Path dir;

    private Fingerprints fingerprints() {
        return new Fingerprints(new LocalPaths(dir, dir), Path.of("/tmp"), Optional.empty());
    }

    @Test
    void launchHashesAreRaysOwn() throws IOException {
        assertThat(fingerprints().launch(Map.of("b", 1L, "a", 2L), Map.of("ssh_user", "ubuntu")))
                .isEqualTo("ul48dkh8e7iroq21c522pljl8c8muc94n31tfkpgnh350b02pf30");
        Files.writeString(dir.resolve("key"), "KEY\n");
        assertThat(fingerprints()
                        .launch(
                                Map.of("InstanceType", "m5.large", "x", 1.0, "u", "é"),
                                Map.of("ssh_user", "ubuntu", "ssh_private_key", "~/key")))
                .isEqualTo("2v8hugnaqm1ed4v7afhkge6kehpsvfifd560uh23llgm92mucogg");
    }

    @Test
    void runtimeHashesAreRaysOwn() throws IOException {
        String nothing = fingerprints().contents(List.of(), List.of(), List.of());
        assertThat(nothing).isEqualTo("seoc8gkovge196nruj49irtp4gjqsgf4cidp6j54imchmu2in1ag");
        assertThat(Fingerprints.runtime(Map.of(), Map.of("a", 1L), nothing))
                .isEqualTo("ltpm30s9oelrkp7f0tv5qkni7mquprnlf428urups5io3sj7oe4g");
    }

    @Test
    void numbersAreWrittenAsPythonWritesThem() {
        assertThat(PythonJson.write(List.of(1.0, 0.1, 1e16, 1.5e-5, 123456789.125, -2.0, 1e15, Double.MIN_VALUE)))
                .isEqualTo("[1.0, 0.1, 1e+16, 1.5e-05, 123456789.125, -2.0, 1000000000000000.0, 5e-324]");
    }

    private void tree() throws IOException {
        Files.createDirectories(dir.resolve("tree/sub/deep"));
        Files.createDirectories(dir.resolve("tree/empty"));
        Files.writeString(dir.resolve("tree/a.txt"), "A");
        Files.writeString(dir.resolve("tree/sub/b.txt"), "B\n");
        Files.writeString(dir.resolve("tree/sub/é.txt"), "C");
        Files.writeString(dir.resolve("tree/sub/Z"), "Z");
        Files.createSymbolicLink(dir.resolve("tree/sub/link"), Path.of("../a.txt"));
        Files.createSymbolicLink(dir.resolve("tree/dirlink"), Path.of("sub"));
        Files.writeString(dir.resolve("single"), "one");
    }

    private String contents(List<String> paths) throws IOException {
        return fingerprints().contents(paths, List.of(), List.of());
    }

    @Test
    void contentsOfTreesAreHashedAsByRay() throws IOException {
        tree();
        assertThat(contents(List.of("tree", "single")))
                .isEqualTo("cmjorcvpbo2tf2m6bnb4i678l9l62mjimqeedq6n4maj8mu3us5g");
        assertThat(contents(List.of("tree/"))).isEqualTo("kn4gdsf2848lkuhmsh2eirk9jup5bt971dfdt7a575c6cbcbhmq0");
        assertThat(Fingerprints.runtime(
                        Map.of("/r/t", "tree", "/r/s", "single"), Map.of("a", 1L), contents(List.of("tree", "single"))))
                .isEqualTo("p5subjoffn80frfghf5f1k7k1tmv6il8v5qahk9cbr6udh5hkik0");
    }

    @Test
    void aWholeConfigurationHasTheHashesThatRayGivesIt() throws IOException {
        String text = Files.readString(Path.of("src", "test", "resources", "samples", "local-modern.yaml"));
        Loaded loaded = ConfigLoader.load("a", text, dir, Overrides.NONE);
        ClusterConfig config = fingerprints().apply(loaded);
        assertThat(config.headRuntimeHash()).isEqualTo("qsh4genqstul10d8oemfld2fjo1t3bbfnd5m953ur08i4pdivpl0");
        assertThat(config.workerRuntimeHash()).isEqualTo("l0f678jjgrl297dn5latpuqff3va1ijdiqkfnmqubhu4hb6djdv0");
        assertThat(config.head().launchHash()).isEqualTo("veg0lmejt12m58gq8ll07lqfsfb4e45kr8svq31co1m932647mo0");
        assertThat(config.files().contentsHash()).isEqualTo("seoc8gkovge196nruj49irtp4gjqsgf4cidp6j54imchmu2in1ag");
    }

    @Test
    void whatIsNotCopiedIsNotHashed() throws IOException {
        tree();
        String before = fingerprints().contents(List.of("tree"), List.of("*.log", "**/.git"), List.of(".gitignore"));
        Files.writeString(dir.resolve("tree/x.log"), "noise");
        Files.createDirectories(dir.resolve("tree/.git/objects"));
        Files.writeString(dir.resolve("tree/.git/objects/1"), "noise");
        assertThat(fingerprints().contents(List.of("tree"), List.of("*.log", "**/.git"), List.of(".gitignore")))
                .isEqualTo(before);
        Files.writeString(dir.resolve("tree/sub/.gitignore"), "/deep\n");
        String ignoring = fingerprints().contents(List.of("tree"), List.of("*.log", "**/.git"), List.of(".gitignore"));
        Files.writeString(dir.resolve("tree/sub/deep/noise"), "noise");
        assertThat(fingerprints().contents(List.of("tree"), List.of("*.log", "**/.git"), List.of(".gitignore")))
                .isEqualTo(ignoring);
        assertThat(contents(List.of("tree"))).isNotEqualTo(ignoring);
    }

    @Test
    void aBranchHeadAsAMountChangesTheFingerprintWithEveryCommit() throws IOException {
        Path ref = dir.resolve("repo/.git/refs/heads/work");
        Files.createDirectories(ref.getParent());
        String text = "cluster_name: a\nprovider: {type: localhost}\nfile_mounts: {/tmp/sha: " + ref
                + "}\nrsync_exclude: ['**/.git/**']\n";
        Files.writeString(ref, "1111111111111111111111111111111111111111\n");
        ClusterConfig first = fingerprints().apply(ConfigLoader.load("a", text, dir, Overrides.NONE));
        Files.writeString(ref, "2222222222222222222222222222222222222222\n");
        ClusterConfig second = fingerprints().apply(ConfigLoader.load("a", text, dir, Overrides.NONE));
        assertThat(second.headRuntimeHash()).isNotEqualTo(first.headRuntimeHash());
        assertThat(second.workerRuntimeHash()).isNotEqualTo(first.workerRuntimeHash());
        assertThat(second.head().launchHash()).isEqualTo(first.head().launchHash());
    }

    @Test
    void anUnchangedTreeIsKnownByItsListing() throws IOException {
        tree();
        var old = FileTime.from(Instant.now().minusSeconds(60));
        for (String file : List.of("tree/a.txt", "tree/sub/b.txt", "tree/sub/é.txt", "tree/sub/Z")) {
            Files.setLastModifiedTime(dir.resolve(file), old);
        }
        var cached = new Fingerprints(new LocalPaths(dir, dir), Path.of("/tmp"), Optional.of(dir.resolve("cache")));
        String first = cached.contents(List.of("tree"), List.of(), List.of());
        assertThat(first).isEqualTo(contents(List.of("tree")));
        assertThat(dir.resolve("cache")).isNotEmptyDirectory();
        Files.writeString(dir.resolve("tree/sub/Z"), "Y");
        assertThat(cached.contents(List.of("tree"), List.of(), List.of()))
                .isEqualTo(contents(List.of("tree")))
                .isNotEqualTo(first);
        Files.writeString(dir.resolve("tree/sub/Z"), "Z");
        Files.setLastModifiedTime(dir.resolve("tree/sub/Z"), old);
        assertThat(cached.contents(List.of("tree"), List.of(), List.of())).isEqualTo(first);
    }

    @Test
    void aMissingMountIsAnError() {
        assertThatThrownBy(() -> contents(List.of("nowhere")))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("nowhere");
    }
}
