package io.manta.core;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import java.time.Clock;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** The core decides and describes; it never does. */
class PurityTest {
    private static final JavaClasses CORE = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("io.manta.core");

    private static void holds(ArchRule rule) {
        rule.check(CORE);
    }

    @Test
    void readsAndWritesNothing() {
        holds(noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("java.io..", "java.net..", "java.nio.channels..", "java.sql.."));
        holds(noClasses().should().dependOnClassesThat().haveFullyQualifiedName("java.nio.file.Files"));
    }

    @Test
    void startsNothing() {
        holds(noClasses().should().dependOnClassesThat().resideInAnyPackage("java.util.concurrent.."));
        holds(noClasses()
                .should()
                .dependOnClassesThat()
                .haveFullyQualifiedName(Thread.class.getName())
                .orShould()
                .dependOnClassesThat()
                .haveFullyQualifiedName(ProcessBuilder.class.getName()));
    }

    @Test
    void asksNoClockAndThrowsNoDice() {
        holds(noClasses()
                .should()
                .callMethod(Instant.class, "now")
                .orShould()
                .dependOnClassesThat()
                .areAssignableTo(Clock.class)
                .orShould()
                .callMethod(System.class, "currentTimeMillis")
                .orShould()
                .callMethod(System.class, "nanoTime"));
        holds(noClasses()
                .should()
                .dependOnClassesThat()
                .haveFullyQualifiedName("java.util.Random")
                .orShould()
                .dependOnClassesThat()
                .resideInAPackage("java.util.random..")
                .orShould()
                .dependOnClassesThat()
                .haveFullyQualifiedName("java.security.SecureRandom")
                .orShould()
                .callMethod(Math.class, "random"));
    }

    @Test
    void looksAtNoEnvironment() {
        holds(noClasses()
                .should()
                .callMethod(System.class, "getenv", String.class)
                .orShould()
                .callMethod(System.class, "getenv")
                .orShould()
                .callMethod(System.class, "getProperty", String.class));
    }
}
