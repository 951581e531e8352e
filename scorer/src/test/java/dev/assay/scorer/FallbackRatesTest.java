package dev.assay.scorer;

import static dev.assay.scorer.testing.Results.answered;
import static dev.assay.scorer.testing.Results.ended;
import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.schemas.AnswerSource;
import dev.assay.schemas.EliminatedCandidate;
import dev.assay.schemas.FailureKind;
import dev.assay.schemas.FallbackWindow;
import dev.assay.schemas.JobStatus;
import dev.assay.schemas.Result;
import dev.assay.schemas.RouteEvidence;
import dev.assay.schemas.topics.Keys;
import dev.assay.scorer.testing.PlainAvro;
import dev.assay.scorer.testing.Results;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FallbackRatesTest {
    private static final Instant NOON = Results.START.plus(Duration.ofHours(12));
    private Driver driver;

    @BeforeEach
    void open(@TempDir Path stateDir) {
        driver = new Driver(stateDir);
    }

    @AfterEach
    void close() {
        driver.close();
    }

    @Test
    void countsAnsweredJobsAndFallbacksByTheMinuteOfTheirResult() {
        put(primary(0), NOON);
        put(primary(1), NOON.plusMillis(59_999));
        put(fallback(2, FailureKind.TIMEOUT), NOON.plusSeconds(30));
        put(fallback(3, FailureKind.RATE_LIMITED), NOON.plusSeconds(60));
        put(ended("run", 4, JobStatus.DEAD_LETTERED).build(), NOON);
        driver.settle();

        assertThat(driver.windows())
                .isEqualTo(byKey(
                        window("batch", "sim-large", NOON, 3, Map.of("TIMEOUT", 1L)),
                        window("batch", "sim-large", NOON.plusSeconds(60), 1, Map.of("RATE_LIMITED", 1L))));
    }

    @Test
    void aDuplicateChangesNothingAndALateOneIsAddedToItsWindow() {
        put(fallback(0, FailureKind.TIMEOUT), NOON);
        put(primary(1), NOON.plus(Duration.ofHours(2)));
        driver.settle();
        put(fallback(0, FailureKind.OVERLOADED), NOON);
        put(primary(2), NOON.plusSeconds(10));
        driver.settle();

        assertThat(driver.windows())
                .isEqualTo(byKey(
                        window("batch", "sim-large", NOON, 2, Map.of("TIMEOUT", 1L)),
                        window("batch", "sim-large", NOON.plus(Duration.ofHours(2)), 1, Map.of())));
    }

    @Test
    void aReplayTakesTheEarlierAnswerOutOfItsWindow() {
        put(fallback(0, FailureKind.TIMEOUT), NOON);
        driver.settle();
        assertThat(driver.windows()).hasSize(1);

        Instant later = NOON.plus(Duration.ofHours(1));
        put(Result.newBuilder(primary(0)).setGeneration(1).build(), later);
        driver.settle();
        assertThat(driver.windows()).isEqualTo(byKey(window("batch", "sim-large", later, 1, Map.of())));
    }

    @Test
    void anyOrderWithDuplicatesAndReplaysEndsInTheSameWindows(@TempDir Path other) {
        Random random = new Random(5);
        List<Runnable> plain = new ArrayList<>();
        List<Result> all = new ArrayList<>();
        for (int i = 0; i < 120; i++) {
            Result result = i % 4 == 0 ? fallback(i, FailureKind.TIMEOUT) : primary(i);
            all.add(result);
            if (i % 7 == 0) {
                all.add(Result.newBuilder(primary(i)).setGeneration(1).build());
            }
            all.add(result);
        }
        all.forEach(result -> plain.add(() -> put(result, timeOf(result))));
        plain.forEach(Runnable::run);
        driver.settle();

        Collections.shuffle(all, random);
        try (Driver shuffled = new Driver(other)) {
            for (Result result : all) {
                put(shuffled, result, timeOf(result));
                if (random.nextInt(10) == 0) {
                    shuffled.settle();
                }
            }
            shuffled.settle();
            assertThat(shuffled.windows()).isEqualTo(driver.windows());
        }
    }

    @Test
    void aWindowThatLiesADayBackIsForgotten() {
        put(primary(0), NOON);
        driver.settle();
        Instant nextDay = NOON.plus(Windows.KEPT).plus(Duration.ofMinutes(1));
        put(primary(1), nextDay);
        put(primary(2), NOON);
        driver.settle();
        assertThat(driver.windows())
                .isEqualTo(byKey(
                        window("batch", "sim-large", NOON, 1, Map.of()),
                        window("batch", "sim-large", nextDay, 1, Map.of())));
    }

    @Test
    void aPreparedAnswerIsAFallbackOfTheModelThatWasPassedOver() {
        Result prepared = Result.newBuilder(fallback(0, FailureKind.PROVIDER_BLOCKED))
                .setSource(AnswerSource.STATIC)
                .setRequestModel(null)
                .setAttempts(List.of())
                .build();
        put(prepared, NOON);
        driver.settle();
        assertThat(driver.windows())
                .isEqualTo(byKey(window("batch", "sim-large", NOON, 1, Map.of("PROVIDER_BLOCKED", 1L))));
    }

    private static Instant timeOf(Result result) {
        return NOON.plusSeconds(result.getOrdinal() * 7 % 600 + result.getGeneration() * 1_000L);
    }

    private static Result primary(int n) {
        return answered("run", n, "42").build();
    }

    /** Asked of sim-large, answered by sim-small. */
    private static Result fallback(int n, FailureKind reason) {
        return answered("run", n, "42")
                .setStatus(JobStatus.FALLBACK)
                .setSource(AnswerSource.FALLBACK_MODEL)
                .setRequestModel("sim-small")
                .setUsedFallback("sim/sim-small")
                .setFallbackReason(reason)
                .setRouteEvidence(RouteEvidence.newBuilder()
                        .setChosen("sim/sim-small")
                        .setEliminated(List.of(new EliminatedCandidate("sim/sim-large", reason.name())))
                        .build())
                .build();
    }

    private void put(Result result, Instant time) {
        put(driver, result, time);
    }

    private static void put(Driver driver, Result result, Instant time) {
        driver.raw(Keys.job(result.getRunId(), result.getJobId()), PlainAvro.write(result), time);
    }

    private static FallbackWindow window(
            String lane, String model, Instant start, long answered, Map<String, Long> fallbacks) {
        return new FallbackWindow(lane, model, start, 60_000L, answered, fallbacks);
    }

    private static Map<String, FallbackWindow> byKey(FallbackWindow... windows) {
        Map<String, FallbackWindow> byKey = new TreeMap<>();
        for (FallbackWindow window : windows) {
            byKey.put(
                    Keys.fallbackWindow(
                            window.getLane(),
                            window.getModel(),
                            window.getWindowStart().toEpochMilli()),
                    window);
        }
        return byKey;
    }
}
