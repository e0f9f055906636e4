package io.manta.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.manta.cli.training.Training;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProgramTest {
    @TempDir
    Path home;

    @Test
    void helpNamesEveryVerbThatIsNotHidden() {
        Run run = Run.manta(home, "--help");
        assertThat(run.exitCode()).isZero();
        assertThat(run.err()).isEmpty();
        for (Verbs.Entry entry : Verbs.ALL) {
            boolean shown = run.out().contains("\n  " + entry.name() + " ");
            assertThat(shown).as(entry.name()).isEqualTo(entry.topic() != Verbs.Topic.HIDDEN);
        }
    }

    @Test
    void noArgumentsAndDashHAreHelpToo() {
        String help = Run.manta(home, "--help").out();
        assertThat(Run.manta(home).out()).isEqualTo(help);
        assertThat(Run.manta(home, "-h").out()).isEqualTo(help);
        assertThat(Run.manta(home, "help").out()).isEqualTo(help);
    }

    @Test
    void everyVerbExplainsItself() {
        for (Verbs.Entry entry : Verbs.ALL) {
            Run run = Run.manta(home, entry.name(), "--help");
            assertThat(run.exitCode()).as(entry.name()).isZero();
            assertThat(run.out())
                    .startsWith(VerbHelp.sentence(entry.fullSyntax().summary()))
                    .contains("Usage: manta " + entry.name());
            assertThat(Run.manta(home, "help", entry.name()).out()).isEqualTo(run.out());
        }
    }

    @Test
    void everyShownVerbTeachesByExample() {
        for (Verbs.Entry entry : Verbs.ALL) {
            if (entry.topic() != Verbs.Topic.HIDDEN) {
                assertThat(entry.fullSyntax().examples()).as(entry.name()).isNotEmpty();
            }
        }
    }

    @Test
    void versionIsToldInEveryUsualWay() {
        String line = "manta " + Version.text() + "\n";
        for (String word : new String[] {"--version", "-V", "version"}) {
            assertThat(Run.manta(home, word)).as(word).isEqualTo(new Run(0, line, ""));
        }
        assertThat(Run.manta(home, "version", "-o", "json").out())
                .contains("\"version\" : \"" + Version.text() + "\"")
                .contains("\"java_version\" : \"" + Runtime.version() + "\"");
    }

    @Test
    void aHomeThatIsAFileIsToldAndNotTakenForAnEmptyOne() throws IOException {
        Path file = Files.writeString(home.resolve("file"), "");
        Run run = Run.manta(file, "list");
        assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(run.err()).contains("error[CLI-HOME]", file + " is not a directory");
    }

    @Test
    void whatIsWrongWithAFileIsSaidWithoutTheNameOfAnException() {
        Path nowhere = home.resolve("none/x.yaml");
        Run run = Run.manta(home, "init", "localhost", "--file", nowhere.toString());
        assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(run.err())
                .contains("error[CLI-IO] there is no directory " + nowhere.getParent())
                .doesNotContain("Exception");
    }

    @Test
    void cleanupNamesTheCloudsItLooksIn() {
        Run run = Run.manta(home, "cleanup", "--provider", "azure", "--region", "x");
        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).contains("looks in aws or gcp, not in 'azure'").doesNotContain("efs");
    }

    @Test
    void unknownVerbIsAUsageErrorWithASuggestion() {
        Run run = Run.manta(home, "staus");
        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).contains("error[CLI-UNKNOWN-VERB]", "'staus'", "did you mean 'manta status'?");
    }

    @Test
    void unknownOptionIsAUsageErrorThatPointsToTheHelp() {
        Run run = Run.manta(home, "list", "--nope");
        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).contains("error[CLI-USAGE]", "--nope", "manta list --help");
    }

    @Test
    void optionsWithAFewWordsAcceptOnlyThose() {
        Run run = Run.manta(home, "list", "--log-style", "shiny");
        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).contains("shiny", "auto, record, pretty");
    }

    @Test
    void raysGlobalOptionsBeforeTheVerbAreAccepted() {
        assertThat(Run.manta(home, "--logging-level", "debug", "--logging-format=x", "list")
                        .exitCode())
                .isZero();
    }

    @Test
    void versionIsOneLine() {
        assertThat(Run.manta(home, "--version").out()).matches("manta .+\n");
    }

    @Test
    void trainingRunsTheVerbsThatMustBeFast() throws Exception {
        Training.run(home);
        assertThat(Run.manta(home, "status", "sample").exitCode()).isZero();
        assertThat(home.resolve("up/clusters/pretend/events.jsonl"))
                .content()
                .contains("the head of cluster pretend is up");
    }

    @Test
    void verbNamesAreUnique() {
        Set<String> names = new TreeSet<>();
        Verbs.ALL.forEach(
                entry -> assertThat(names.add(entry.name())).as(entry.name()).isTrue());
    }
}
