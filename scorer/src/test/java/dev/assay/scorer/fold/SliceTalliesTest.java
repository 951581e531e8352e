package dev.assay.scorer.fold;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.summingLong;
import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.schemas.RunSummary;
import dev.assay.schemas.Score;
import dev.assay.schemas.SummarySlice;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class SliceTalliesTest {
    @Test
    void theSlicesOfADimensionAddUpToTheRun() {
        RunSummary summary = summary(scores(new Random(1), 2_000));
        Map<String, Long> finished = summary.getSlices().stream()
                .filter(slice -> !slice.getDimension().startsWith("tag"))
                .collect(groupingBy(SummarySlice::getDimension, summingLong(SummarySlice::getFinished)));
        assertThat(finished.keySet()).containsExactlyInAnyOrder("answered-by", "attempts", "model", "template", "lane");
        assertThat(finished.values()).containsOnly(2_000L);
        Map<String, Long> passed = summary.getSlices().stream()
                .filter(slice -> !slice.getDimension().startsWith("tag"))
                .collect(groupingBy(SummarySlice::getDimension, summingLong(SummarySlice::getPassed)));
        assertThat(passed.values()).containsOnly(summary.getPassed());
    }

    @Test
    void aSliceIsWhatTheRunWouldBeOfItsJobsAlone() {
        List<Score> scores = scores(new Random(2), 1_000);
        for (SummarySlice slice : summary(scores).getSlices()) {
            RunSummary alone = summary(scores.stream()
                    .filter(score -> isIn(score, slice.getDimension(), slice.getName()))
                    .toList());
            assertThat(slice)
                    .as("%s %s", slice.getDimension(), slice.getName())
                    .isEqualTo(SummarySlice.newBuilder()
                            .setDimension(slice.getDimension())
                            .setName(slice.getName())
                            .setFinished(alone.getFinished())
                            .setOutcomes(alone.getOutcomes())
                            .setScored(alone.getScored())
                            .setPassed(alone.getPassed())
                            .setMean(alone.getMean())
                            .setPassRate(alone.getPassRate())
                            .setPassRateLow(alone.getPassRateLow())
                            .setPassRateHigh(alone.getPassRateHigh())
                            .build());
        }
    }

    @Test
    void moreNamesThanAreKeptAreCountedTogetherInAnyOrder() {
        Random random = new Random(3);
        RandomScores any = new RandomScores(random);
        List<Score> scores = new ArrayList<>();
        for (int i = 0; i < 2_000; i++) {
            scores.add(Score.newBuilder(any.next(i, 0))
                    .setRequestModel("model-" + random.nextInt(400))
                    .setTags(Map.of("key-" + random.nextInt(40), "value-" + random.nextInt(60), "id", "id-" + i))
                    .build());
        }
        List<SummarySlice> slices = summary(scores).getSlices();
        assertThat(of(slices, "model")).hasSize(SliceTallies.NAMES_KEPT + 1);
        assertThat(of(slices, "tag:id")).hasSize(SliceTallies.TAG_VALUES_KEPT + 1);
        assertThat(slices.stream()
                        .map(SummarySlice::getDimension)
                        .filter(dimension -> dimension.startsWith("tag:"))
                        .distinct())
                .hasSize(SliceTallies.TAG_KEYS_KEPT);
        assertThat(slices.stream()
                        .filter(slice -> slice.getDimension().startsWith("tag"))
                        .mapToLong(SummarySlice::getFinished)
                        .sum())
                .isEqualTo(4_000);
        for (int i = 0; i < 4; i++) {
            Collections.shuffle(scores, random);
            assertThat(summary(scores).getSlices()).isEqualTo(slices);
        }
    }

    @Test
    void tagsOfAJobBeyondThoseKeptAreCountedTogether() {
        Map<String, String> tags = new TreeMap<>();
        for (int i = 0; i < 40; i++) {
            tags.put("key-" + i, "x".repeat(500));
        }
        Score score = Score.newBuilder(scores(new Random(4), 1).getFirst())
                .setTags(tags)
                .build();
        byte[] state = CountedState.write(Counted.of(score));
        assertThat(state).hasSizeLessThan(2_500);
        List<SummarySlice> slices = summary(List.of(score)).getSlices();
        assertThat(slices.stream()
                        .filter(slice -> slice.getDimension().startsWith("tag"))
                        .mapToLong(SummarySlice::getFinished)
                        .sum())
                .isEqualTo(40);
    }

    private static boolean isIn(Score score, String dimension, String name) {
        String own = switch (dimension) {
            case "answered-by" ->
                switch (score.getSource()) {
                    case PRIMARY_MODEL -> "primary";
                    case FALLBACK_MODEL -> "fallback";
                    case STATIC, RULE, CACHE -> "prepared";
                    case NONE -> "none";
                };
            case "attempts" -> score.getAttempts() == 0 ? "none" : score.getAttempts() == 1 ? "first" : "retried";
            case "model" -> score.getRequestModel();
            case "template" -> score.getTemplateVersion();
            case "lane" -> score.getLane();
            default -> score.getTags().get(dimension.substring("tag:".length()));
        };
        return own == null ? name.equals("none") && !dimension.startsWith("tag:") : own.equals(name);
    }

    private static List<SummarySlice> of(List<SummarySlice> slices, String dimension) {
        return slices.stream()
                .filter(slice -> slice.getDimension().equals(dimension))
                .toList();
    }

    private static List<Score> scores(Random random, int count) {
        RandomScores any = new RandomScores(random);
        List<Score> scores = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            scores.add(any.next(i, 0));
        }
        return scores;
    }

    private static RunSummary summary(List<Score> scores) {
        RunTally tally = new RunTally();
        scores.forEach(tally::add);
        return RunSummaries.of("run", tally, Optional.empty());
    }
}
