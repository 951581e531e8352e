package dev.assay.scorer.fold;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.schemas.Outcome;
import dev.assay.schemas.RunProgress;
import dev.assay.schemas.RunSummary;
import dev.assay.schemas.Score;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RunTallyTest {
    private static final Optional<RunProgress> PROGRESS = Optional.of(RunProgress.newBuilder()
            .setRunId("run")
            .setEnqueued(500)
            .setChunks(5)
            .setSkipped(0)
            .setPrefixHash("")
            .setComplete(true)
            .setUpdatedAt(Instant.ofEpochMilli(1_700_000_000_500L))
            .build());

    @Test
    void anyOrderGivesTheSameBytes() {
        for (int seed = 0; seed < 20; seed++) {
            Random random = new Random(seed);
            List<Score> scores = scores(random, 400);
            ByteBuffer first = bytes(fold(scores));
            Collections.shuffle(scores, random);
            assertThat(bytes(fold(scores))).as("seed %s", seed).isEqualTo(first);
        }
    }

    @Test
    void anySplitIntoPartsGivesTheSameBytes() {
        for (int seed = 0; seed < 20; seed++) {
            Random random = new Random(seed);
            List<Score> scores = scores(random, 400);
            List<RunTally> parts = new ArrayList<>();
            for (int i = 0; i < 5; i++) {
                parts.add(new RunTally());
            }
            scores.forEach(score -> parts.get(random.nextInt(5)).add(score));
            Collections.shuffle(parts, random);
            RunTally whole = new RunTally();
            parts.forEach(part -> whole.merge(TallyState.read(TallyState.write(part))));
            assertThat(bytes(whole)).as("seed %s", seed).isEqualTo(bytes(fold(scores)));
        }
    }

    @Test
    void whatIsTakenBackWasNeverThere() {
        for (int seed = 0; seed < 20; seed++) {
            Random random = new Random(seed);
            List<Score> kept = scores(random, 100);
            List<Score> replaced = new ArrayList<>();
            RandomScores any = new RandomScores(random);
            // Fewer names than are kept, for beyond that a name taken back leaves its place taken.
            for (int i = 0; i < 100; i++) {
                Score score = any.next(i, 0);
                replaced.add(
                        Score.newBuilder(score).setResponseModel("m" + i % 10).build());
            }
            kept.replaceAll(score -> Score.newBuilder(score)
                    .setResponseModel("m" + score.getOrdinal() % 10)
                    .setScoredAt(Instant.ofEpochMilli(1_800_000_000_000L))
                    .build());
            RunTally tally = new RunTally();
            List<Runnable> steps = new ArrayList<>();
            kept.forEach(score -> steps.add(() -> tally.add(score)));
            replaced.forEach(score -> steps.add(() -> tally.add(score)));
            replaced.forEach(score -> steps.add(() -> tally.subtract(score)));
            Collections.shuffle(steps, random);
            steps.forEach(Runnable::run);
            assertThat(bytes(tally)).as("seed %s", seed).isEqualTo(bytes(fold(kept)));
        }
    }

    @Test
    void modelsBeyondTheLimitAreCountedTogetherInAnyOrder() {
        Random random = new Random(3);
        List<Score> scores = scores(random, 3_000);
        Map<String, Long> models = fold(scores).models.byName();
        assertThat(models).hasSize(RunTally.MODELS_KEPT + 1).containsKey(BoundedCounts.OTHER);
        for (int i = 0; i < 5; i++) {
            Collections.shuffle(scores, random);
            assertThat(fold(scores).models.byName()).isEqualTo(models);
        }
    }

    @Test
    void stateComesBackAsItWasWritten() {
        RandomScores any = new RandomScores(new Random(5));
        for (int i = 0; i < 500; i++) {
            Counted counted = Counted.of(any.next(i, i % 3));
            byte[] bytes = CountedState.write(counted);
            assertThat(CountedState.read(bytes)).isEqualTo(counted);
            assertThat(CountedState.generationOf(bytes)).isEqualTo(counted.generation());
        }
        RunTally tally = fold(scores(new Random(6), 1_000));
        assertThat(TallyState.read(TallyState.write(tally))).isEqualTo(tally);
    }

    @Test
    void aRunWithoutScoresHasNoMeans() {
        RunSummary summary = RunSummaries.of("run", new RunTally(), PROGRESS);
        assertThat(summary.getMean()).isNull();
        assertThat(summary.getPassRate()).isNull();
        assertThat(summary.getPassRateLow()).isNull();
        assertThat(summary.getPassRateHigh()).isNull();
        assertThat(summary.getCost()).isNull();
        assertThat(summary.getCallTime().getP50Millis()).isNull();
        assertThat(summary.getRemainder()).isEqualTo(500);
        assertThat(summary.getFinished()).isZero();
    }

    @Test
    void theMeanIsOverTheScoredOnly() {
        List<Score> scores = scores(new Random(8), 500);
        RunSummary summary = RunSummaries.of("run", fold(scores), PROGRESS);
        double mean = scores.stream()
                .filter(score -> score.getOutcome() == Outcome.SCORED)
                .mapToDouble(score -> score.getValue() == null ? Double.NaN : score.getValue())
                .average()
                .orElseThrow();
        assertThat(summary.getMean()).isCloseTo(mean, org.assertj.core.api.Assertions.within(1e-9));
        assertThat(summary.getOutcomes().values().stream()
                        .mapToLong(Long::longValue)
                        .sum())
                .isEqualTo(500);
        assertThat(summary.getRemainder()).isZero();
        assertThat(summary.getScored()).isEqualTo(summary.getOutcomes().get("SCORED"));
    }

    @Test
    void theFurtherProgressCountsInEitherOrder() {
        RunProgress later = PROGRESS.orElseThrow();
        RunProgress earlier = RunProgress.newBuilder(later)
                .setEnqueued(100)
                .setComplete(false)
                .build();
        assertThat(Progress.further(earlier, later)).isEqualTo(later);
        assertThat(Progress.further(later, earlier)).isEqualTo(later);
    }

    private static List<Score> scores(Random random, int count) {
        RandomScores any = new RandomScores(random);
        List<Score> scores = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            scores.add(any.next(i, 0));
        }
        return scores;
    }

    private static RunTally fold(List<Score> scores) {
        RunTally tally = new RunTally();
        scores.forEach(tally::add);
        return tally;
    }

    private static ByteBuffer bytes(RunTally tally) {
        try {
            return RunSummaries.of("run", tally, PROGRESS).toByteBuffer();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
