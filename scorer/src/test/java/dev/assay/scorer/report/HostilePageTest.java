package dev.assay.scorer.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.schemas.RunManifest;
import dev.assay.schemas.Score;
import dev.assay.scorer.compare.Comparison;
import dev.assay.scorer.epochs.Reduction;
import dev.assay.scorer.epochs.SampleTally;
import dev.assay.scorer.report.SampleRun.Weather;
import dev.assay.scorer.testing.Results;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Element;

/** Prompts, answers, names and messages come from strangers. */
class HostilePageTest {
    @TempDir
    private Path directory;

    private PageView page;

    @BeforeEach
    void writePage() {
        String runId = "run " + HostileText.SCRIPT;
        SampleRun run = new SampleRun(runId, 500, 12, Weather.MIXED);
        RunManifest manifest = RunManifest.newBuilder(run.manifest())
                .setSource(HostileText.SCRIPT + HostileText.CONTROLS)
                .setTenant(HostileText.OVERRIDE)
                .build();
        RunReport report = new RunReport(runId, manifest, run.progress(), null, Results.START);
        SampleRun before = new SampleRun(runId, 500, 13, Weather.MIXED);
        Comparison comparison = new Comparison(10);
        SampleTally samples = new SampleTally(2);
        for (int job = 0; job < run.jobs(); job++) {
            Score score = HostileText.into(run.score(job));
            report.add(score);
            comparison.add(HostileText.into(before.score(job)), score);
            samples.add(Reduction.of(List.of(score)));
        }
        report.against(HostileText.SCRIPT + HostileText.OVERRIDE, comparison.result());
        report.samples(samples.result());
        report.wanted().forEach(ordinal -> report.add(HostileText.into(run.result(ordinal.intValue()))));
        page = PageView.of(report, directory);
    }

    @Test
    void textsStayText() {
        assertThat(page.all("//script")).hasSize(1);
        assertThat(page.all("//img | //iframe | //object | //embed | //form | //link | //base |"
                        + " //a[not(starts-with(@href,'#'))]"))
                .isEmpty();
        assertThat(page.all("//@*[starts-with(name(), 'on')]/..")).isEmpty();
        assertThat(page.text("//h1")).isEqualTo("run " + HostileText.SCRIPT);
        assertThat(page.texts("//details//pre")).anyMatch(text -> text.contains(HostileText.SCRIPT));
    }

    @Test
    void nothingIsLoaded() {
        assertThat(page.all("//*[@src or @srcset or @poster or @data or @action]"))
                .isEmpty();
        assertThat(page.text("//style")).doesNotContain("url(", "@import", "http");
        assertThat(page.source().replace("http://www.w3.org/1999/xhtml", "")).doesNotContain("http://", "https://");
    }

    @Test
    void thePolicyAllowsThePagesOwnScriptAndNoOther() throws Exception {
        Element script = page.all("//script").getFirst();
        byte[] digest = MessageDigest.getInstance("SHA-256")
                .digest(script.getTextContent().getBytes(StandardCharsets.UTF_8));

        String policy = page.all("//meta[@http-equiv='Content-Security-Policy']")
                .getFirst()
                .getAttribute("content");

        assertThat(policy)
                .contains("default-src 'none'")
                .contains("script-src 'sha256-" + Base64.getEncoder().encodeToString(digest) + "';");
    }

    @Test
    void controlsAndOverridesShow() {
        List<String> texts = page.texts("//details//pre");

        assertThat(texts)
                .anyMatch(text -> text.contains("bell ␇ nul ␀ escape ␛[31m lone \uFFFD end \uFFFD"))
                .anyMatch(text -> text.contains("user[U+202E]gnp.exe [U+2066]isolated"))
                .anyMatch(text -> text.contains(HostileText.ARABIC));
        assertThat(page.source()).doesNotContainPattern("[\\x{202A}-\\x{202E}\\x{2066}-\\x{2069}]");
    }

    @Test
    void longTextsAreCut() {
        assertThat(page.texts("//pre")).hasSizeGreaterThan(100).allMatch(text -> text.length() < 2_000);
        assertThat(page.source().length()).isLessThan(1_000_000);
    }
}
