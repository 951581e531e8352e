package dev.assay.scorer.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.schemas.JobStatus;
import dev.assay.schemas.JudgeCall;
import dev.assay.schemas.Score;
import dev.assay.schemas.ScorePart;
import dev.assay.scorer.compare.Comparison;
import dev.assay.scorer.epochs.Reduction;
import dev.assay.scorer.epochs.SampleTally;
import dev.assay.scorer.report.SampleRun.Weather;
import dev.assay.scorer.testing.Results;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The page in a real browser that has no network. Screenshots are kept in {@code target/report-screenshots}. Without a
 * Chromium these are skipped, unless {@code -Dassay.browser=required}.
 */
class ReportInBrowserTest {
    private static final Path SCREENSHOTS = Path.of("target", "report-screenshots");

    /** Of text as small as most of the page's: the least contrast that WCAG 2 asks for at level AA. */
    private static final double LEAST_CONTRAST = 4.5;

    @TempDir
    static Path directory;

    private static Browser browser;
    private static Path mixed = Path.of("");

    /** A way to look at the page. */
    enum View {
        LIGHT(1280, "light", "screen"),
        DARK(1280, "dark", "screen"),
        PRINT(800, "light", "print"),
        NARROW(390, "light", "screen"),
        NARROW_DARK(390, "dark", "screen");

        private final int width;
        private final String scheme;
        private final String media;

        View(int width, String scheme, String media) {
            this.width = width;
            this.scheme = scheme;
            this.media = media;
        }

        void show(Path page) {
            browser.show(page, width, scheme, media);
        }
    }

    @BeforeAll
    static void openTheBrowser() throws IOException {
        if (!Files.isExecutable(Browser.CHROMIUM)) {
            if ("required".equals(System.getProperty("assay.browser"))) {
                fail("there is no " + Browser.CHROMIUM);
            }
            Assumptions.abort("there is no " + Browser.CHROMIUM + ", so no page is looked at");
        }
        browser = Browser.start(directory.resolve("profile"));
        Files.createDirectories(SCREENSHOTS);
        mixed = directory.resolve("mixed.html");
        changed(
                        new SampleRun("nightly-arithmetic", 3_000, 7, Weather.MIXED),
                        new SampleRun("nightly-arithmetic", 3_000, 8, Weather.MIXED))
                .write(mixed);
    }

    @AfterAll
    static void closeTheBrowser() throws IOException {
        if (browser != null) {
            browser.close();
        }
    }

    @ParameterizedTest
    @EnumSource(View.class)
    void fitsAndReadsWellInEveryView(View view) throws IOException {
        view.show(mixed);
        browser.screenshot(SCREENSHOTS.resolve(
                "mixed-" + view.name().toLowerCase(Locale.ROOT).replace('_', '-') + ".png"));
        assertFits(view);
        assertThat(tooFaint()).as("texts with too little contrast in %s", view).isEmpty();
        assertThat(browser.complaints()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(Weather.class)
    void everyKindOfRunFitsANarrowScreenInTheDark(Weather weather) throws IOException {
        String name = "weather-" + weather.name().toLowerCase(Locale.ROOT);
        Path page = page(new SampleRun(name, 200, 9, weather), name);
        View.NARROW_DARK.show(page);
        browser.screenshot(SCREENSHOTS.resolve(name + "-narrow-dark.png"));
        assertFits(View.NARROW_DARK);
        assertThat(tooFaint()).isEmpty();
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void aHundredThousandJobsAreAPageThatOpensAtOnce() throws IOException {
        Path page = page(new SampleRun("large", 100_000, 11, Weather.MIXED), "large");
        assertThat(Files.size(page)).isLessThan(1_000_000);
        View.LIGHT.show(page);
        browser.screenshot(SCREENSHOTS.resolve("large-light.png"));
        assertFits(View.LIGHT);
        JsonNode millis = browser.evaluate("performance.getEntriesByType('navigation')[0].loadEventEnd");
        assertThat(millis.asDouble()).as("milliseconds until the page is there").isLessThan(10_000);
        assertThat(browser.evaluate("document.body.innerText").asText()).contains("100,000");
    }

    @Test
    void theButtonsLeaveOneKindOfItemAndUnfoldThem() {
        View.LIGHT.show(mixed);
        JsonNode groups = browser.evaluate("""
            (() => {
              const shown = () => [...document.querySelectorAll('.group')].filter(g => g.offsetParent).length;
              const before = shown();
              [...document.querySelectorAll('button[data-show]')].at(-1).click();
              return {before, after: shown()};
            })()\
            """);
        assertThat(groups.path("after").asInt())
                .isPositive()
                .isLessThan(groups.path("before").asInt());
        JsonNode unfolded = browser.evaluate("""
            (() => {
              document.querySelector('button.unfold').click();
              return [...document.querySelectorAll('.group details')].filter(d => d.offsetParent)
                  .every(d => d.open);
            })()\
            """);
        assertThat(unfolded.asBoolean()).isTrue();
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void itSaysWhatChangedAndWhetherJudgesAgree() {
        View.LIGHT.show(mixed);
        String text = browser.evaluate("document.body.textContent").asText();
        assertThat(text)
                .contains("Against nightly-arithmetic-yesterday, on the 3,000")
                .contains("Worse than before")
                .contains("before passed, found ")
                .contains("Do the judges agree?")
                .contains("Conservative: ")
                .contains("Every line was asked 5 times");
    }

    @Test
    void itPrints() throws IOException {
        View.LIGHT.show(mixed);
        Path paper = SCREENSHOTS.resolve("mixed.pdf");
        browser.print(paper);
        assertThat(Files.size(paper)).isGreaterThan(20_000);
        assertThat(browser.complaints()).isEmpty();
    }

    /** The first run's page with everything on it: what changed since the second, samples, judges. */
    private static RunReport changed(SampleRun run, SampleRun before) {
        RunReport report = new RunReport("nightly-arithmetic", run.manifest(), run.progress(), null, Results.START);
        Comparison comparison = new Comparison(5);
        SampleTally samples = new SampleTally(5);
        for (int job = 0; job < run.jobs(); job++) {
            Score score = judged(run.score(job));
            report.add(score);
            comparison.add(judged(before.score(job)), score);
            samples.add(Reduction.of(List.of(score)));
        }
        report.samples(samples.result());
        report.against("nightly-arithmetic-yesterday", comparison.result());
        report.wanted().forEach(ordinal -> report.add(run.result(Math.toIntExact(ordinal))));
        return report;
    }

    /** The same with two judges that do not always agree. */
    private static Score judged(Score score) {
        if (score.getPassed() == null) {
            return score;
        }
        List<ScorePart> parts = new ArrayList<>(score.getParts());
        parts.add(judge("judge-strict", score.getPassed() && score.getOrdinal() % 7 > 0));
        parts.add(judge("judge-kind", score.getPassed() || score.getOrdinal() % 5 == 0));
        return Score.newBuilder(score).setParts(parts).build();
    }

    private static ScorePart judge(String name, boolean passed) {
        return ScorePart.newBuilder()
                .setScorer(name)
                .setValue(passed ? 1.0 : 0.0)
                .setPassed(passed)
                .setWeight(1)
                .setLabel(passed ? "good" : "poor")
                .setJudgeCalls(List.of(JudgeCall.newBuilder()
                        .setJobId(name)
                        .setStatus(JobStatus.SUCCEEDED)
                        .setModel("judge-large-2026")
                        .setText("{\"score\": 2, \"why\": \"The sum is carried wrongly in the second column.\"}")
                        .setVerdict(passed ? "good" : "poor")
                        .build()))
                .build();
    }

    private static Path page(SampleRun run, String name) throws IOException {
        Path page = directory.resolve(name + ".html");
        run.report().write(page);
        return page;
    }

    private static void assertFits(View view) {
        JsonNode widths = browser.evaluate("({page: document.documentElement.scrollWidth, screen: innerWidth})");
        assertThat(widths.path("page").asInt())
                .as("width of the page in %s", view)
                .isLessThanOrEqualTo(widths.path("screen").asInt());
    }

    /** Texts whose colour is too near that behind them: of every kind of element the first. */
    private static List<String> tooFaint() {
        JsonNode faint = browser.evaluate(CONTRAST.replace("LEAST", String.valueOf(LEAST_CONTRAST)));
        List<String> texts = new ArrayList<>();
        faint.forEach(text -> texts.add(text.asText()));
        return texts;
    }

    private static final String CONTRAST = """
        (() => {
          const canvas = document.createElement('canvas').getContext('2d', {willReadFrequently: true});
          const rgba = colour => {
            canvas.clearRect(0, 0, 1, 1);
            canvas.fillStyle = colour;
            canvas.fillRect(0, 0, 1, 1);
            return canvas.getImageData(0, 0, 1, 1).data;
          };
          const light = ([r, g, b]) => [r, g, b].map(c => c / 255)
              .map(c => c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)
              .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
          const behind = element => {
            for (let e = element; e; e = e.parentElement) {
              const colour = rgba(getComputedStyle(e).backgroundColor);
              if (colour[3] === 255) return colour;
            }
            return rgba(getComputedStyle(document.documentElement).colorScheme.includes('dark')
                && matchMedia('(prefers-color-scheme: dark)').matches ? '#121212' : '#ffffff');
          };
          const seen = new Set();
          const faint = [];
          for (const e of document.querySelectorAll('h1,h2,h3,p,th,td,dt,dd,a,small,span,strong,figcaption,li,button,summary,pre,code')) {
            const own = [...e.childNodes].some(n => n.nodeType === 3 && n.textContent.trim());
            const kind = e.tagName + '.' + e.className;
            if (!own || !e.offsetParent || seen.has(kind)) continue;
            seen.add(kind);
            const a = light(rgba(getComputedStyle(e).color));
            const b = light(behind(e));
            const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
            if (ratio < LEAST) faint.push(kind + ' ' + ratio.toFixed(2) + ': ' + e.textContent.trim().slice(0, 40));
          }
          return faint;
        })()\
        """;
}
