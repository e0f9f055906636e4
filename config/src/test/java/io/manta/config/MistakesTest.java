package io.manta.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.manta.spi.model.Problem;
import io.manta.spi.model.SourceLocation;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every kind of mistake: what it is called, where it is, and what is suggested. */
class MistakesTest {
    private static final String AWS = "cluster_name: a\nprovider: {type: aws, region: us-west-2}\n";
    private static final String TYPES =
            AWS + "head_node_type: h\navailable_node_types:\n  h: {resources: {CPU: 1}, node_config: {}}\n";

    @TempDir
    Path dir;

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            misspelt top-level key     | AWS   | avaliable_node_types: {}                  | CONFIG-UNKNOWN-KEY   | 3:1   | write ~available_node_types~
            key of another section     | AWS   | ssh_user: me                              | CONFIG-UNKNOWN-KEY   | 3:1   | move it there
            EC2 key at the top         | AWS   | InstanceType: m5.large                    | CONFIG-UNKNOWN-KEY   | 3:1   | move it there
            misspelt auth key          | AWS   | auth: {ssh_usr: me}                       | CONFIG-UNKNOWN-KEY   | 3:8   | write ~ssh_user~
            misspelt docker key        | AWS   | docker: {imgae: x}                        | CONFIG-UNKNOWN-KEY   | 3:10  | write ~image~
            words for a number         | AWS   | max_workers: two                          | CONFIG-TYPE          | 3:14  | digits
            negative number            | AWS   | max_workers: -1                           | CONFIG-RANGE         | 3:14  | 0 or more
            huge number                | AWS   | max_workers: 99999999999999999999         | CONFIG-RANGE         | 3:14  | smaller
            text for a list            | AWS   | setup_commands: echo hi                   | CONFIG-TYPE          | 3:17  | own line
            mapping for a command      | AWS   | setup_commands: [echo a: b]               | CONFIG-TYPE          | 3:18  | quotes
            number for a text          | AWS   | head_node_type: 5                         | CONFIG-TYPE          | 3:17  | "5"
            yes for a text             | AWS   | auth: {ssh_user: yes}                     | CONFIG-TYPE          | 3:18  | "yes"
            text for true              | AWS   | file_mounts_sync_continuously: "true"     | CONFIG-TYPE          | 3:32  | without quotes
            null for a list            | AWS   | setup_commands:                           | CONFIG-NULL          | 3:16  | ~setup_commands: []~
            null for a mapping         | AWS   | docker:                                   | CONFIG-NULL          | 3:8   | ~docker: {}~
            duplicate key              | AWS   | cluster_name: b                           | CONFIG-DUPLICATE-KEY | 3:1   | keep one
            docker without a name      | AWS   | docker: {image: x}                        | CONFIG-DOCKER-NAME   | 3:1   | container_name
            docker without an image    | AWS   | docker: {container_name: x}               | CONFIG-DOCKER-IMAGE  | 3:10  | image
            image for the head only    | AWS   | docker: {container_name: x, head_image: y} | CONFIG-DOCKER-IMAGE | 3:10  | worker_image
            missing mount              | AWS   | file_mounts: {/a: /no/such/dir}           | CONFIG-FILE-MISSING  | 3:19  | create it
            missing key                | AWS   | auth: {ssh_private_key: /no/such.pem}     | CONFIG-FILE-MISSING  | 3:25  | correct the path
            zone of another region     | -     | cluster_name: a, provider: {type: aws, region: us-west-2, availability_zone: us-east-1a} | CONFIG-ZONE | 1:79 | us-west-2a
            no region                  | -     | cluster_name: a, provider: {type: aws}    | CONFIG-MISSING-KEY   | 1:29  | region
            no cluster name            | -     | provider: {type: localhost}               | CONFIG-MISSING-KEY   | 1:1   | cluster_name
            no provider                | -     | cluster_name: a                           | CONFIG-MISSING-KEY   | 1:1   | provider
            misspelt provider          | -     | cluster_name: a, provider: {type: awss}   | CONFIG-PROVIDER      | 1:36  | ~aws~
            provider of Ray's only     | -     | cluster_name: a, provider: {type: azure}  | CONFIG-PROVIDER-ABSENT | 1:36 | external
            no external provider named | -     | cluster_name: a, provider: {type: external} | CONFIG-EXTERNAL    | 1:36  | command: [program]
            two external providers     | -     | cluster_name: a, provider: {type: external, module: a.B, command: x} | CONFIG-EXTERNAL | 1:59 | remove one
            empty command              | -     | cluster_name: a, provider: {type: external, command: []} | CONFIG-EXTERNAL | 1:55 | name the program
            missing plug-in jar        | -     | cluster_name: a, provider: {type: external, plugin: x, classpath: [no.jar]} | CONFIG-FILE-MISSING | 1:69 | build the plug-in
            missing provider program   | -     | cluster_name: a, provider: {type: external, command: [./no-such]} | CONFIG-FILE-MISSING | 1:56 | correct the path
            bad external module        | -     | cluster_name: a, provider: {type: external, module: x} | CONFIG-MODULE | 1:54 | package.module.Class
            name with a slash          | -     | cluster_name: a/b, provider: {type: localhost} | CONFIG-NAME     | 1:16  | letters
            name in capitals on GCP    | -     | cluster_name: Ab, provider: {type: gcp, region: r, availability_zone: r-a, project_id: p} | CONFIG-NAME | 1:16 | ab
            one host twice             | -     | cluster_name: a, provider: {type: local, head_ip: h, worker_ips: [w, w]} | CONFIG-HOST-TWICE | 1:71 | remove one
            no hosts                   | -     | cluster_name: a, provider: {type: local}  | CONFIG-MISSING-KEY   | 1:19  | head_ip
            misspelt key behind types  | TYPES | head_node_typ: x                          | CONFIG-UNKNOWN-KEY   | 6:1   | ~head_node_type~
            key of node_config         | TYPES | "  w: {resources: {}, node_config: {}, InstanceType: x}" | CONFIG-UNKNOWN-KEY | 6:39 | move it there
            min above max              | TYPES | "  w: {resources: {}, node_config: {}, min_workers: 2, max_workers: 1}" | CONFIG-MIN-MAX | 6:52 | raise
            sum of min above max       | TYPES | "  w: {resources: {}, node_config: {}, min_workers: 9, max_workers: 9}" | CONFIG-MIN-MAX | 6:52 | 9
            fractional resource        | TYPES | "  w: {resources: {CPU: 0.5}, node_config: {}}" | CONFIG-TYPE    | 6:24  | round
            number as a label          | TYPES | "  w: {resources: {}, node_config: {}, labels: {a: 1}}" | CONFIG-TYPE | 6:51 | "1"
            no node_config             | TYPES | "  w: {resources: {}}"                    | CONFIG-MISSING-KEY   | 6:3   | node_config
            misspelt instance type     | TYPES | "  w: {resources: {}, node_config: {InstanceType: m5.lrge}}" | CONFIG-INSTANCE-TYPE | 6:50 | ~m5.large~
            misspelt EC2 parameter     | TYPES | "  w: {resources: {}, node_config: {InstanceTyp: m5.large}}" | CONFIG-NODE-KEY | 6:36 | ~InstanceType~
            network given twice        | TYPES | "  w: {resources: {}, node_config: {NetworkInterfaces: [], SubnetIds: []}}" | CONFIG-AWS-NETWORK | 6:59 | move
            tagged value               | AWS   | metadata: !!python/name:os.system x       | CONFIG-TAG           | 3:11  | remove
            unknown alias              | AWS   | metadata: *nobody                         | CONFIG-ALIAS         | 3:11  | correct
            old start flag             | AWS   | worker_start_ray_commands: [ray start --redis-address=$RAY_HEAD_IP:6379] | CONFIG-LEGACY-COMMAND | 3:29 | --address
            a coordinator              | -     | cluster_name: a, provider: {type: local, coordinator_address: h:1} | CONFIG-COORDINATOR | 1:43 | worker_ips
            key without effect         | AWS   | auth: {ssh_proxy_use_node_id: true}       | CONFIG-NO-EFFECT     | 3:8   | remove
            placeholder in braces      | -     | cluster_name: a, provider: {type: local, head_ip: {HEAD_IP}, worker_ips: []} | CONFIG-PLACEHOLDER | 1:52 | replace
            placeholder                | AWS   | auth: {ssh_user: YOUR_USERNAME}           | CONFIG-PLACEHOLDER   | 3:18  | replace
            broken quote               | AWS   | "metadata: {a: 'b"                        | CONFIG-SYNTAX        | 3:15  | close
            bad indentation            | AWS   | " x: 1"                                   | CONFIG-SYNTAX        | 3:2   | indent
            """)
    void isNamedAtItsPlace(String name, String before, String line, String code, String place, String fix) {
        String raw = line.startsWith("\"") && line.endsWith("\"") && line.length() > 2
                ? line.substring(1, line.length() - 1)
                : line;
        String text = switch (before) {
            case "AWS" -> AWS + raw;
            case "TYPES" -> TYPES + raw;
            default -> "{" + raw + "}";
        };
        Loaded loaded = ConfigLoaderTest.load(text + "\n");
        List<Problem> found =
                loaded.problems().stream().filter(p -> p.code().equals(code)).toList();
        assertThat(found).as("%s in %s", code, loaded.problems()).isNotEmpty();
        Problem problem = found.getFirst();
        SourceLocation at = problem.at().orElseThrow();
        assertThat(at.line() + ":" + at.column()).as(problem.toString()).isEqualTo(place);
        assertThat(problem.fix() + " " + problem.why()).contains(fix.replace('~', '`'));
        assertThat(at.excerpt()).isEqualTo(text.lines().toList().get(at.line() - 1));
    }

    @Test
    void everyIndentationByTabIsShown() {
        Loaded loaded = ConfigLoaderTest.load("cluster_name: a\nprovider:\n\ttype: aws\n\tregion: r\n");
        assertThat(ConfigLoaderTest.codes(loaded)).containsExactly("CONFIG-TAB", "CONFIG-TAB");
    }

    @Test
    void emptyFilesAndOtherDocumentsAreRefused() {
        assertThat(ConfigLoaderTest.codes(ConfigLoaderTest.load(""))).containsExactly("CONFIG-EMPTY");
        assertThat(ConfigLoaderTest.codes(ConfigLoaderTest.load("# nothing\n"))).containsExactly("CONFIG-EMPTY");
        assertThat(ConfigLoaderTest.codes(ConfigLoaderTest.load("just text\n")))
                .containsExactly("CONFIG-NOT-A-MAPPING");
        assertThat(ConfigLoaderTest.codes(ConfigLoaderTest.load("- a\n- b\n"))).containsExactly("CONFIG-NOT-A-MAPPING");
        Loaded two = ConfigLoaderTest.load("cluster_name: a\nprovider: {type: localhost}\n---\nb: 1\n");
        assertThat(ConfigLoaderTest.codes(two)).containsExactly("CONFIG-TWO-DOCUMENTS");
        assertThat(two.problems().getFirst().at().orElseThrow().line()).isEqualTo(3);
    }

    @Test
    void anchorsWorkAndAliasBombsAreRefusedFast() {
        Loaded shared = ConfigLoaderTest.load("""
                cluster_name: a
                provider: {type: localhost}
                metadata: {base: &base {CPU: 1, x: 1}}
                head_node_type: h
                available_node_types:
                  h: {resources: {<<: *base, x: 2}}
                """);
        assertThat(shared.problems()).isEmpty();
        assertThat(shared.config().orElseThrow().head().resources().amount("x")).isEqualTo(2);
        var bomb = new StringBuilder(
                "cluster_name: a\nprovider: {type: localhost}\nmetadata:\n  l0: &l0 [x, x, x, x, x, x, x, x, x]\n");
        for (int i = 1; i < 30; i++) {
            bomb.append("  l%d: &l%d [%s]\n".formatted(i, i, ("*l" + (i - 1) + ", ").repeat(9)));
        }
        assertThat(ConfigLoaderTest.codes(ConfigLoaderTest.load(bomb.toString())))
                .containsExactly("CONFIG-ALIAS-BOMB");
        assertThat(ConfigLoaderTest.codes(ConfigLoaderTest.load("metadata: &a {b: *a}\n")))
                .containsExactly("CONFIG-ALIAS-LOOP");
        assertThat(ConfigLoaderTest.codes(ConfigLoaderTest.load("metadata: " + "[".repeat(5000))))
                .contains("CONFIG-TOO-DEEP");
    }

    @Test
    void filesThatCannotBeReadAreNamed() throws IOException {
        Path file = dir.resolve("cluster.yaml");
        assertThat(codes(dir.resolve("clutser.yaml"))).containsExactly("CONFIG-FILE-MISSING");
        assertThat(codes(dir)).containsExactly("CONFIG-FILE-UNREADABLE");
        Files.write(file, "cluster_name: a\nx: \u00e9\n".getBytes(StandardCharsets.ISO_8859_1));
        Loaded latin = ConfigLoader.load(file, Overrides.NONE);
        assertThat(ConfigLoaderTest.codes(latin)).containsExactly("CONFIG-ENCODING");
        assertThat(latin.problems().getFirst().at().orElseThrow().toString()).endsWith("cluster.yaml:2:4");
        Files.writeString(file, "a: " + "x".repeat(10_000_000));
        assertThat(codes(file)).containsExactly("CONFIG-TOO-LARGE");
        Files.writeString(file, "cluster_name: a\u0007\n");
        assertThat(codes(file)).containsExactly("CONFIG-CHARACTER");
        Files.writeString(file, "\uFEFFcluster_name: a\nprovider: {type: localhost}\n");
        assertThat(codes(file)).isEmpty();
    }

    @Test
    void mistakesBehindAnErrorOfSyntaxAreShownToo() {
        Loaded loaded = ConfigLoaderTest.load("""
                cluster_name: a
                provider:
                  type: aws
                   region: us-west-2
                max_worker: 2
                auth: {ssh_user: 5}
                """);
        assertThat(ConfigLoaderTest.codes(loaded))
                .containsExactly("CONFIG-SYNTAX", "CONFIG-UNKNOWN-KEY", "CONFIG-TYPE");
    }

    private static List<String> codes(Path file) {
        return ConfigLoaderTest.codes(ConfigLoader.load(file, Overrides.NONE));
    }
}
