package dev.assay.producer;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.schemas.ScorerNames;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code docs/job-files.md} shows is read as it says. */
class JobFilesDocumentTest {
    private static final Pattern SECTION = Pattern.compile("(?ms)^## ([^\n]+)\n(.*?)(?=^## |\\z)");
    private static final Pattern EXAMPLE = Pattern.compile("(?ms)^```(?:json|csv)\n(.*?)^```");

    @TempDir
    Path directory;

    @Test
    void everyExampleIsReadAsTheFormatItStandsUnder() throws IOException {
        Map<String, Integer> jobs = new TreeMap<>();
        for (InputFormat format : InputFormat.values()) {
            String section = section(format.label());
            for (String example : examples(section)) {
                boolean gsm8k = example.contains("####");
                ReadOptions options = gsm8k ? ReadOptions.AUTO.withIdealAfter("####") : ReadOptions.AUTO;

                JobFiles.Read read =
                        JobFiles.read(JobFiles.write(directory, "example", example), options, JobFiles.settings());

                assertThat(read.problems()).as(example).isEmpty();
                assertThat(read.format()).as(example).isEqualTo(format.label());
                jobs.merge(format.label(), read.jobs().size(), Integer::sum);
            }
        }
        assertThat(jobs).hasToString("{csv=2, openai-batch=1, openai-evals=2, prompt-ideal=3}");
    }

    @Test
    void everyExpectationShownIsOne() throws IOException {
        List<String> examples = examples(section("How to score"));
        assertThat(examples).hasSize(2);
        for (String example : examples) {
            String fields = example.strip().substring(1).replace('\n', ' ');

            JobFiles.Read read = JobFiles.read(
                    JobFiles.write(directory, "example", "{\"prompt\":\"q\"," + fields + "\n"),
                    ReadOptions.AUTO,
                    JobFiles.settings());

            assertThat(read.only().expectation().getScorers()).isNotEmpty();
        }
    }

    @Test
    void everyScorerAndOptionIsInTheTable() throws IOException {
        String section = section("How to score");
        for (String scorer : ScorerNames.ALL) {
            String row = section.lines()
                    .filter(line -> line.startsWith("| `" + scorer + "` |"))
                    .findFirst()
                    .orElseThrow(() -> new AssertionError("no row for " + scorer));
            assertThat(ScorerNames.options(scorer))
                    .allSatisfy(option -> assertThat(row).contains("`" + option + "`"));
        }
    }

    private static List<String> examples(String section) {
        return EXAMPLE.matcher(section).results().map(match -> match.group(1)).toList();
    }

    private static String section(String title) throws IOException {
        return SECTION.matcher(document())
                .results()
                .filter(match -> match.group(1).equals(title))
                .map(JobFilesDocumentTest::text)
                .findFirst()
                .orElseThrow(() -> new AssertionError("no section " + title));
    }

    private static String text(MatchResult match) {
        return requireNonNull(match.group(2));
    }

    private static String document() throws IOException {
        Path here = Path.of("").toAbsolutePath();
        while (!Files.exists(here.resolve("docs/job-files.md"))) {
            here = requireNonNull(here.getParent(), "no docs/job-files.md above the working directory");
        }
        return Files.readString(here.resolve("docs/job-files.md"));
    }
}
