package dev.assay.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Documents that name code or files are wrong as soon as these are gone; here the build notices. */
class DocumentsTest {
    private static final Pattern CODE_NAME = Pattern.compile("`([A-Z][a-z]\\w*[A-Za-z0-9])(?:\\(\\))?`");
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)#\\s]+)(?:#[^)]*)?\\)");

    @Test
    void classNamesInDocumentsExist() throws IOException {
        Set<String> known = new TreeSet<>();
        for (String ending : List.of(".java", ".avsc")) {
            for (Path file : SourceTree.files(ending)) {
                known.add(nameOf(file));
            }
        }
        List<String> unknown = new ArrayList<>();
        int checked = 0;
        for (String document : List.of("ARCHITECTURE.md", "CONTRIBUTING.md", "docs/promises.md")) {
            Matcher names = CODE_NAME.matcher(Files.readString(SourceTree.root().resolve(document)));
            while (names.find()) {
                checked++;
                if (!known.contains(names.group(1))) {
                    unknown.add(document + ": " + names.group(1));
                }
            }
        }
        assertThat(checked).as("class names found in the documents").isGreaterThan(30);
        assertThat(unknown).as("class names of which no source file exists").isEmpty();
    }

    @Test
    void everyScenarioStandsAmongThePromises() throws IOException {
        String promises = Files.readString(SourceTree.root().resolve("docs/promises.md"));
        List<String> missing = new ArrayList<>();
        int scenarios = 0;
        for (Path file : SourceTree.files(".java")) {
            String name = nameOf(file);
            boolean isScenario = file.toString().contains("/dev/assay/pipeline/") && name.endsWith("IT");
            // Those of the contract between modules are no scenarios, and a container changes where one runs, not what.
            if (isScenario && !file.toString().contains("/contract/") && !name.equals("ContainerIT")) {
                scenarios++;
                if (!promises.contains("`" + name + "`")) {
                    missing.add(name);
                }
            }
        }
        assertThat(scenarios).as("scenarios found").isGreaterThan(10);
        assertThat(missing).as("scenarios that docs/promises.md does not name").isEmpty();
    }

    @Test
    void linksBetweenDocumentsLeadSomewhere() throws IOException {
        List<String> dead = new ArrayList<>();
        int checked = 0;
        for (Path document : SourceTree.files(".md")) {
            Matcher links = LINK.matcher(Files.readString(document));
            while (links.find()) {
                String target = links.group(1);
                if (target.contains("://") || target.startsWith("mailto:")) {
                    continue;
                }
                checked++;
                if (!Files.exists(document.resolveSibling(target))) {
                    dead.add(SourceTree.root().relativize(document) + ": " + target);
                }
            }
        }
        assertThat(checked).as("links found").isGreaterThan(5);
        assertThat(dead).as("links to files that do not exist").isEmpty();
    }

    @Test
    void everyTestClassIsOneThatTheBuildRuns() throws IOException {
        List<String> skipped = new ArrayList<>();
        int tests = 0;
        for (Path file : SourceTree.files(".java")) {
            if (!file.toString().contains("/src/test/java/")) {
                continue;
            }
            String source = Files.readString(file);
            if (source.contains("@Test\n")
                    || source.contains("@ParameterizedTest")
                    || source.contains("@TestFactory")) {
                tests++;
                String name = nameOf(file);
                boolean isAbstract = source.contains("abstract class " + name);
                if (!isAbstract && !name.endsWith("Test") && !name.endsWith("IT")) {
                    skipped.add(file.toString());
                }
            }
        }
        assertThat(tests).as("test classes found").isGreaterThan(20);
        assertThat(skipped)
                .as("test classes whose names neither surefire (*Test) nor failsafe (*IT) picks up")
                .isEmpty();
    }

    private static String nameOf(Path file) {
        String name = String.valueOf(file.getFileName());
        return name.substring(0, name.indexOf('.'));
    }
}
