package dev.assay.scorer.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.schemas.Outcome;
import dev.assay.schemas.Result;
import dev.assay.schemas.RunProgress;
import dev.assay.schemas.RunSummary;
import dev.assay.schemas.Score;
import dev.assay.scorer.fold.RunSummaries;
import dev.assay.scorer.fold.RunTally;
import dev.assay.scorer.report.SampleRun.Weather;
import dev.assay.scorer.testing.Results;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RunReportTest {
    @TempDir
    private Path directory;

    private final SampleRun mixed = new SampleRun("nightly", 1_500, 5, Weather.MIXED);

    @Test
    void numbersAreTheSummarys() {
        RunSummary summary = summary(mixed, mixed.jobs());
        RunReport report = new RunReport("nightly", mixed.manifest(), mixed.progress(), summary, Results.START);
        scores(mixed).forEach(report::add);

        PageView page = PageView.of(report, directory);

        PageView.Table outcomes = page.table("Jobs by outcome");
        assertThat(outcomes.row("passed").get(1)).isEqualTo(Figures.count(summary.getPassed()));
        assertThat(outcomes.row("not passed").get(1))
                .isEqualTo(Figures.count(summary.getScored() - summary.getPassed()));
        for (Outcome outcome : Outcome.values()) {
            long jobs = summary.getOutcomes().getOrDefault(outcome.name(), 0L);
            String name = outcome.name().toLowerCase(java.util.Locale.ROOT).replace('_', '-');
            if (outcome != Outcome.SCORED && jobs > 0) {
                assertThat(outcomes.row(name).get(1)).as(name).isEqualTo(Figures.count(jobs));
            }
        }
        assertThat(page.table("Scores by scorer").row("numeric"))
                .startsWith(
                        Figures.count(summary.getScorers().getFirst().getScored()),
                        Figures.count(summary.getScorers().getFirst().getPassed()));
        page.table("Failures by kind").rows().forEach((kind, cells) -> {
            String code = kind.substring(kind.lastIndexOf(' ') + 1).replaceAll("[a-z]", "");
            assertThat(cells.get(1))
                    .as(kind)
                    .isEqualTo(Figures.count(summary.getFailures().getOrDefault(code, -1L)));
        });
        assertThat(page.table("Failures by kind").rows()).hasSameSizeAs(summary.getFailures());
        assertThat(page.table("Latency percentiles").row("Turnaround"))
                .startsWith(Figures.count(summary.getTurnaround().getCount()));
        String headline = page.text("//section[@id='result']");
        assertThat(headline)
                .contains(plain(Figures.percent(summary.getPassRate())))
                .contains(plain(Figures.percent(summary.getPassRateLow())))
                .contains(plain(Figures.percent(summary.getPassRateHigh())))
                .contains(Figures.value(summary.getMean()))
                .contains("over " + plain(Figures.count(summary.getScored()) + " of 1,500 jobs"));
    }

    @Test
    void theEquationAddsUp() {
        PageView page = PageView.of(mixed.report(), directory);

        List<Long> terms = page.texts("//p[@class='terms']//b").stream()
                .map(text -> Long.parseLong(text.replace(",", "")))
                .toList();

        assertThat(terms.getFirst()).isEqualTo(1_500);
        assertThat(terms.stream().skip(1).mapToLong(Long::longValue).sum()).isEqualTo(1_500);
        assertThat(page.text("//div[@class='equation']")).contains("assay verify nightly");
    }

    @Test
    void withoutASummaryItCountsTheScoresItself() {
        RunReport given = new RunReport(
                "nightly", mixed.manifest(), mixed.progress(), summary(mixed, mixed.jobs()), Results.START);
        RunReport counted = new RunReport("nightly", mixed.manifest(), mixed.progress(), null, Results.START);
        scores(mixed).forEach(given::add);
        scores(mixed).forEach(counted::add);

        assertThat(PageView.of(counted, directory).source())
                .isEqualTo(PageView.of(given, directory).source());
    }

    @Test
    void theOrderOfTheRecordsDoesNotShow() {
        List<Integer> shuffled =
                new ArrayList<>(IntStream.range(0, mixed.jobs()).boxed().toList());
        Collections.shuffle(shuffled, new Random(4));
        RunReport report =
                new RunReport("nightly", mixed.manifest(), mixed.progress(), null, Results.START.plusSeconds(3_600));
        shuffled.forEach(job -> report.add(mixed.score(job)));
        List<Long> wanted = new ArrayList<>(report.wanted());
        Collections.reverse(wanted);
        wanted.forEach(ordinal -> report.add(mixed.result(ordinal.intValue())));

        assertThat(PageView.of(report, directory).source())
                .isEqualTo(PageView.of(mixed.report(), directory).source());
    }

    @ParameterizedTest
    @EnumSource(Weather.class)
    void nothingIsEverNotANumber(Weather weather) {
        for (int jobs : new int[] {0, 1, 2, 300}) {
            PageView page = PageView.of(new SampleRun("run", jobs, 6, weather).report(), directory);

            assertThat(page.text("//body")).doesNotContain("NaN", "Infinity", "null", "∞");
            assertThat(page.source()).doesNotContain("=\"NaN", "NaN%");
            assertThat(page.all("//*[starts-with(@width,'-') or starts-with(@height,'-') or starts-with(@x,'-')]"))
                    .isEmpty();
        }
    }

    @Test
    void aRunWithoutAValueSaysSo() {
        PageView page = PageView.of(new SampleRun("storm", 40, 2, Weather.STORM).report(), directory);

        assertThat(page.text("//section[@id='result']"))
                .contains("Nothing scored")
                .contains("None of the 40 jobs has a value")
                .contains("40 dead-lettered");
        assertThat(page.text("//section[@id='scores']")).contains("Nothing was scored");
        assertThat(page.all("//section[@id='scores']//*[name()='svg']")).isEmpty();
        assertThat(page.text("//section[@id='spend']"))
                .contains("Tokens are unknown")
                .contains("Cost: unknown");
    }

    @Test
    void aRunWithoutAnEndedJobSaysSo() {
        RunProgress progress =
                RunProgress.newBuilder(mixed.progress()).setComplete(false).build();
        PageView page =
                PageView.of(new RunReport("nightly", mixed.manifest(), progress, null, Results.START), directory);

        assertThat(page.text("//body"))
                .contains("Being submitted")
                .contains("None of the 1,500 jobs has ended yet")
                .contains("Jobs are still being submitted. 1,500 jobs have no outcome yet");
    }

    @Test
    void answersScoredFromAFileKnowNoQueue() {
        RunReport report = new RunReport("nightly", null, null, null, Results.START);
        scores(mixed).forEach(report::add);

        PageView page = PageView.of(report, directory);

        assertThat(page.text("//div[@class='equation']")).contains("1,500ended").contains("nothing was enqueued");
        assertThat(page.text("//body")).doesNotContain("assay verify").doesNotContain("This run is not over");
    }

    @Test
    void noFallbackIsCalledNone() {
        PageView page = PageView.of(new SampleRun("clear", 30, 2, Weather.CLEAR).report(), directory);

        assertThat(page.text("//section[@id='effort']"))
                .contains("Fallbacks None.")
                .doesNotContain("Because of");
        assertThat(page.texts("//section[@id='effort']//p[@class='nothing']")).containsExactly("None.");
        assertThat(page.text("//section[@id='items']")).contains("No job gives a reason to look");
    }

    @Test
    void aSummaryOfAnotherMomentIsPointedOut() {
        RunReport report =
                new RunReport("nightly", mixed.manifest(), mixed.progress(), summary(mixed, 1_200), Results.START);
        scores(mixed).forEach(report::add);

        assertThat(PageView.of(report, directory).text("//aside"))
                .contains("The summary counts 1,200 jobs, the charts are drawn from 1,500 scores");
    }

    @Test
    void itemsShowPromptExpectationAnswerAndCalls() {
        PageView page = PageView.of(mixed.report(), directory);
        Score wrong = chosen(Band.MISSED);
        Result result = mixed.result(Math.toIntExact(wrong.getOrdinal()));

        String card = page.text("//details[@class='item'][summary/span='" + wrong.getJobId() + "']");

        assertThat(card)
                .contains(plain(String.valueOf(result.getPromptPreview())))
                .contains(plain(String.valueOf(result.getAnswer())))
                .contains(result.getExpectation()
                        .getScorers()
                        .getFirst()
                        .getTargets()
                        .getFirst())
                .contains("sim/sim-large");
    }

    @Test
    void aResultOfAnotherGenerationIsNotShown() {
        SampleRun run = new SampleRun("one", 1, 9, Weather.STORM);
        RunReport report = new RunReport("one", null, null, null, Results.START);
        report.add(Score.newBuilder(run.score(0)).setGeneration(1).build());
        assertThat(report.wanted()).containsExactly(0L);
        report.add(run.result(0));

        assertThat(PageView.of(report, directory).text("//details")).contains("was not at hand");
    }

    @Test
    void aLaterResultOfTheSameJobWins() {
        SampleRun run = new SampleRun("one", 1, 9, Weather.STORM);
        RunReport report = new RunReport("one", null, null, null, Results.START);
        report.add(Score.newBuilder(run.score(0)).setGeneration(1).build());
        report.add(Result.newBuilder(run.result(0)).setGeneration(1).build());
        report.add(run.result(0));

        assertThat(PageView.of(report, directory).text("//details"))
                .contains("replay 1")
                .doesNotContain("at hand");
    }

    @Test
    void scoresOfAnotherRunAndScoresAfterTheChoiceAreRefused() {
        RunReport report = new RunReport("nightly", null, null, null, Results.START);
        Score stranger = Score.newBuilder(mixed.score(0)).setRunId("other").build();

        assertThatThrownBy(() -> report.add(stranger)).isInstanceOf(IllegalArgumentException.class);
        report.wanted();
        assertThatThrownBy(() -> report.add(mixed.score(0))).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void theFileIsReplacedInOneStep() throws IOException {
        Path file = directory.resolve("report.html");
        Files.writeString(file, "the old page");

        mixed.report().write(file);

        assertThat(Files.readString(file)).startsWith("<!DOCTYPE html>");
        try (Stream<Path> files = Files.list(directory)) {
            assertThat(files).containsExactly(file);
        }
        assertThatThrownBy(() -> mixed.report().write(directory.resolve("no/such/directory.html")))
                .isInstanceOf(IOException.class);
    }

    private Score chosen(Band band) {
        Selection selection = new Selection();
        scores(mixed).forEach(selection::add);
        return selection.chosen().stream()
                .filter(chosen -> chosen.group().band() == band)
                .findFirst()
                .orElseThrow()
                .shown()
                .getFirst();
    }

    private static Stream<Score> scores(SampleRun run) {
        return IntStream.range(0, run.jobs()).mapToObj(run::score);
    }

    private static RunSummary summary(SampleRun run, int jobs) {
        RunTally tally = new RunTally();
        scores(run).limit(jobs).forEach(tally::add);
        return RunSummaries.of("nightly", tally, Optional.of(run.progress()));
    }

    private static String plain(String text) {
        return text.replace('\u00A0', ' ').replaceAll("\\s+", " ");
    }
}
