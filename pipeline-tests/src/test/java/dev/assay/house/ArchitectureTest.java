package dev.assay.house;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Who may import whom. Think twice before widening an entry: services meet at topics, and children know no parents. */
class ArchitectureTest {
    /** Each module's own packages, and those it may import besides. */
    private static final Map<String, List<String>> ALLOWED = Map.of(
            "schemas", List.of(),
            "runtime", List.of("schemas"),
            "budget", List.of("schemas", "runtime"),
            "producer", List.of("schemas", "runtime", "budget"),
            "deadletters", List.of("schemas", "runtime", "budget", "producer"),
            "worker", List.of("schemas", "runtime", "budget"),
            "scorer", List.of("schemas", "runtime"),
            "sandbox", List.of("schemas", "runtime"),
            "benchmarks", List.of("schemas", "runtime", "budget", "producer", "worker", "scorer", "sandbox"),
            "cli",
                    List.of(
                            "schemas",
                            "runtime",
                            "budget",
                            "producer",
                            "deadletters",
                            "worker",
                            "scorer",
                            "sandbox",
                            "benchmarks"));

    private static JavaClasses classes;

    @BeforeAll
    static void importClasses() {
        classes = new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                .importPackages("dev.assay");
    }

    @Test
    void everyModuleIsChecked() {
        for (String module : ALLOWED.keySet()) {
            assertThat(classes.that(resideInAPackage("dev.assay." + module + "..")))
                    .as("classes of module " + module)
                    .isNotEmpty();
        }
    }

    @Test
    void modulesImportOnlyWhatTheyMay() {
        ALLOWED.forEach((module, allowed) -> {
            List<String> packages = new ArrayList<>();
            packages.add("dev.assay." + module + "..");
            allowed.forEach(other -> packages.add("dev.assay." + other + ".."));
            noClasses()
                    .that()
                    .resideInAPackage("dev.assay." + module + "..")
                    .should()
                    .dependOnClassesThat(resideInAPackage("dev.assay..")
                            .and(not(resideInAnyPackage(packages.toArray(String[]::new)))))
                    .because("services meet only at topics (module " + module + " may import " + allowed + ")")
                    .check(classes);
        });
    }

    @Test
    void packagesFormNoCycle() {
        slices().matching("dev.assay.(**)").should().beFreeOfCycles().check(classes);
    }

    @Test
    void namesSayWhatAThingIs() {
        ArchRule rule = noClasses()
                .that()
                .resideInAPackage("dev.assay..")
                .and()
                .doNotImplement("org.apache.kafka.streams.processor.api.Processor")
                .should()
                .haveSimpleNameEndingWith("Manager")
                .orShould()
                .haveSimpleNameEndingWith("Helper")
                .orShould()
                .haveSimpleNameEndingWith("Util")
                .orShould()
                .haveSimpleNameEndingWith("Utils")
                .orShould()
                .haveSimpleNameEndingWith("Impl")
                .orShould()
                .haveSimpleNameEndingWith("Base")
                .orShould()
                .haveSimpleNameEndingWith("Processor");
        rule.check(classes);
        noClasses()
                .should()
                .resideInAnyPackage("..internal..", "..util..", "..common..", "..impl..")
                .check(classes);
    }

    @Test
    void timeComesFromTheClock() {
        noClasses()
                .that()
                .resideInAPackage("dev.assay..")
                .and()
                .doNotHaveFullyQualifiedName("dev.assay.runtime.SystemClock")
                .should()
                .callMethod(Instant.class, "now")
                .orShould()
                .callMethod(System.class, "currentTimeMillis")
                .orShould()
                .callMethod(Thread.class, "sleep", Duration.class)
                .orShould()
                .callMethod(Thread.class, "sleep", long.class)
                .orShould()
                .dependOnClassesThat()
                .areAssignableTo(Clock.class)
                .because("dev.assay.runtime.Clock is the one source of time")
                .check(classes);
    }

    @Test
    void nothingReadsTheStandardStreamsButTheCommandLine() {
        noClasses()
                .that()
                .resideOutsideOfPackages("dev.assay.cli..", "dev.assay.sandbox..", "dev.assay.format..")
                .should()
                .accessField(System.class, "out")
                .orShould()
                .accessField(System.class, "err")
                .check(classes);
    }

    @Test
    void everyPackageIsNullMarked() {
        classes()
                .that()
                .resideInAPackage("dev.assay..")
                .and()
                .areNotAnnotatedWith("org.apache.avro.specific.AvroGenerated")
                .and()
                .resideOutsideOfPackage("..jmh_generated..")
                .and()
                .areTopLevelClasses()
                .should(HouseConditions.RESIDE_IN_A_NULL_MARKED_PACKAGE)
                .check(classes);
    }
}
