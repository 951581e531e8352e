package dev.assay.producer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.schemas.Account;
import dev.assay.schemas.Expecting;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SubmitRequestTest {
    @Test
    void everyDefaultIsPinned() {
        SubmitRequest request = request().build();

        assertThat(request)
                .isEqualTo(new SubmitRequest(
                        "run-1",
                        new JobSettings(
                                "batch",
                                "main",
                                "acme",
                                Account.EVAL,
                                null,
                                null,
                                null,
                                null,
                                null,
                                null,
                                false,
                                null,
                                0,
                                Map.of(),
                                null,
                                1_000_000,
                                null),
                        new SendSettings(null, new WhenFull.Fail(), 500, 4_000_000, null),
                        false,
                        null,
                        ScorerCheck.NONE));
    }

    /** A run is resumed only with the same of these, so their names and forms must not change. */
    @Test
    void settingsThatShapeTheJobsAreNamed() {
        SubmitRequest request = request()
                .lane("judge")
                .account(Account.SHADOW)
                .scorer("numeric", Map.of("marker", "####", "tolerance", "1"))
                .template("t", "2")
                .maxAge(Duration.ofMinutes(5))
                .maxWait("30s")
                .requiredRegion("eu")
                .sideEffects(true)
                .priority(3)
                .tags(Map.of("b", "2", "a", "1"))
                .build();
        JobInput input = JobInput.file(
                java.nio.file.Path.of("x.csv"),
                ReadOptions.AUTO
                        .withTemplate("Q: {q}")
                        .withIdealField("i")
                        .withIdField("n")
                        .withSystem("s")
                        .withIdealAfter("#")
                        .withBodyFields("{\"seed\":1}"));

        assertThat(RunSettings.of(request.jobs(), input, "csv").byName())
                .hasToString("{account=shadow, body-fields={\"seed\":1}, format=csv, id-field=n, ideal-after=#,"
                        + " ideal-field=i, lane=judge, max-age=PT5M, max-body-bytes=1000000, max-wait=30s,"
                        + " priority=3, region=eu, route=main, scorer=numeric, scorer-options={marker=####,"
                        + " tolerance=1}, scorer-targets=[], side-effects=true, system=s, tags={a=1, b=2},"
                        + " template=Q: {q}, template-id=t, template-version=2, tenant=acme}");
    }

    @Test
    void howJobsAreSentIsNoSettingOfTheRun() {
        SubmitRequest one = request().build();
        SubmitRequest other = request()
                .bound(7)
                .chunkJobs(3)
                .rate(2)
                .skipBad(true)
                .whenFull(WhenFull.waitUpTo(Duration.ofHours(1)))
                .traceparent("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01")
                .build();

        assertThat(other.jobs().byName()).isEqualTo(one.jobs().byName());
    }

    @Test
    void whatCannotBeIsRefusedNamingValueAndExpectation() {
        assertRefused(SubmitRequest.run("a/b").route("r").tenant("t"), "run: 'a/b' (expected: 1 to 100 letters");
        assertRefused(SubmitRequest.run("a").tenant("t"), "route: '' (expected: 1 to 100 letters");
        assertRefused(SubmitRequest.run("a").route("r"), "tenant: '' (expected: 1 to 100 letters");
        assertRefused(request().lane("a b"), "lane: 'a b' (expected: 1 to 100 letters");
        assertRefused(request().bound(1), "bound: 1 (expected: >= 2)");
        assertRefused(request().chunkJobs(0), "chunk-jobs: 0 (expected: 1 to 10000)");
        assertRefused(request().chunkBytes(0), "chunk-bytes: 0 (expected: 1 to 16000000)");
        assertRefused(request().rate(0), "rate: 0.0 (expected: 0.1 to 1000000 jobs a second)");
        assertRefused(request().maxAge(Duration.ZERO), "max-age: PT0S (expected: > 0)");
        assertRefused(request().maxWait("5m"), "max-wait: 5m (expected: 30s, 60s or 120s)");
        assertRefused(request().maxBodyBytes(0), "max-body-bytes: 0 (expected: 1 to 100000000)");
        assertRefused(request().traceparent("x"), "traceparent: x (expected: version-traceid-parentid-flags");
        assertRefused(request().scorer("blue", Map.of()), "scorer: scorer blue is not known (expected: exact,");
        assertRefused(request().scorer("numeric", Map.of("tolerance", "-2")), "scorer: tolerance -2 (expected: >= 0)");
        assertRefused(request().scorer(Expecting.use("regex", List.of("("), Map.of(), 1.0)), "scorer: pattern '('");
        assertRefused(
                request().deadline(Instant.parse("2030-01-01T00:00:00Z")).maxAge(Duration.ofDays(1)),
                "deadline and max-age: both given (expected: one)");
        assertThatThrownBy(() -> WhenFull.waitUpTo(Duration.ofSeconds(-1)))
                .hasMessage("longest wait: PT-1S (expected: >= 0)");
    }

    @Test
    void ofTheLanesBoundAndTheSubmittersTheStricterHolds() {
        SendSettings silent = request().build().sending();
        SendSettings stated = request().bound(700).build().sending();

        assertThat(silent.boundWith(null)).isEqualTo(100_000);
        assertThat(silent.boundWith(2_000_000L)).isEqualTo(2_000_000);
        assertThat(silent.boundWith(500L)).isEqualTo(500);
        assertThat(stated.boundWith(null)).isEqualTo(700);
        assertThat(stated.boundWith(2_000_000L)).isEqualTo(700);
        assertThat(stated.boundWith(500L)).isEqualTo(500);
        assertThat(stated.boundWith(0L)).isZero();
        assertThat(stated.boundWith(-1L)).isZero();
    }

    @Test
    void aSmallRunIsCutIntoChunksForSeveralPartitions() {
        SendSettings sending = request().build().sending();

        assertThat(sending.chunkJobsOf(1)).isEqualTo(25);
        assertThat(sending.chunkJobsOf(100)).isEqualTo(25);
        assertThat(sending.chunkJobsOf(500)).isEqualTo(63);
        assertThat(sending.chunkJobsOf(4_000)).isEqualTo(500);
        assertThat(request().chunkJobs(10).build().sending().chunkJobsOf(500)).isEqualTo(10);
        assertThat(request().rate(20).build().sending().chunkJobsOf(500)).isEqualTo(20);
    }

    @Test
    void aChunkHoldsNoMoreThanASecondsJobsAtARate() {
        assertThat(request().build().sending().chunkJobsOf(1_000_000)).isEqualTo(500);
        assertThat(request().rate(20).build().sending().chunkJobsOf(1_000_000)).isEqualTo(20);
        assertThat(request().rate(0.5).build().sending().chunkJobsOf(1_000_000)).isEqualTo(1);
        assertThat(request().rate(9_000).build().sending().chunkJobsOf(1_000_000))
                .isEqualTo(500);
    }

    private static SubmitRequest.Builder request() {
        return SubmitRequest.run("run-1").route("main").tenant("acme");
    }

    private static void assertRefused(SubmitRequest.Builder request, String message) {
        assertThatThrownBy(request::build)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(message);
    }
}
