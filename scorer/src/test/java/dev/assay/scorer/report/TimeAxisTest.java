package dev.assay.scorer.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TimeAxisTest {
    private static final long START = 1_767_225_600_000L;

    @Test
    void losesNoJob() {
        Random random = new Random(1);
        for (int round = 0; round < 50; round++) {
            TimeBuckets buckets = new TimeBuckets();
            int jobs = 1 + random.nextInt(3_000);
            long spread = 1L << random.nextInt(50);
            for (int i = 0; i < jobs; i++) {
                buckets.add(START + (long) (random.nextDouble() * spread), Band.PASSED);
            }

            TimeAxis axis = TimeAxis.of(buckets);

            assertThat(count(axis)).isEqualTo(jobs);
            assertThat(axis.columns()).isBetween(1, 120);
        }
    }

    @Test
    void theOrderOfArrivalDoesNotShow() {
        Random random = new Random(2);
        List<Long> times = new ArrayList<>();
        for (int i = 0; i < 5_000; i++) {
            times.add(START + random.nextInt(1 << (10 + i % 20)));
        }
        TimeBuckets sorted = new TimeBuckets();
        times.stream().sorted().forEach(time -> sorted.add(time, Band.PASSED));
        Collections.shuffle(times, random);
        TimeBuckets shuffled = new TimeBuckets();
        times.forEach(time -> shuffled.add(time, Band.PASSED));

        assertThat(shuffled.widthMillis()).isEqualTo(sorted.widthMillis());
        assertThat(shuffled.counts().keySet()).isEqualTo(sorted.counts().keySet());
        assertThat(shuffled.counts().size()).isLessThanOrEqualTo(1_000);
    }

    @Test
    void anyTimeHasABucket() {
        TimeBuckets buckets = new TimeBuckets();
        Random random = new Random(3);
        for (int i = 0; i < 5_000; i++) {
            buckets.add(random.nextLong(), Band.EXPIRED);
        }

        assertThat(buckets.counts().size()).isLessThanOrEqualTo(1_000);
        assertThat(count(TimeAxis.of(buckets))).isEqualTo(5_000);
    }

    @Test
    void anOutageStaysOnTheLine() {
        TimeBuckets buckets = new TimeBuckets();
        for (long second = 0; second < 600; second++) {
            if (second < 200 || second > 320) {
                buckets.add(START + second * 1_000L, Band.PASSED);
            }
        }

        TimeAxis axis = TimeAxis.of(buckets);

        assertThat(axis.stretches()).hasSize(1);
        assertThat(axis.widthMillis()).isEqualTo(15_000);
        assertThat(axis.stretches().getFirst().columns().stream()
                        .filter(column -> column.sum() == 0)
                        .count())
                .isEqualTo(7);
    }

    @Test
    void theDaysBeforeAReplayAreCutOut() {
        TimeBuckets buckets = new TimeBuckets();
        for (long second = 0; second < 300; second++) {
            buckets.add(START + second * 1_000L, Band.DEAD_LETTERED);
            buckets.add(START + 3 * 86_400_000L + second * 100L, Band.PASSED);
        }

        TimeAxis axis = TimeAxis.of(buckets);

        assertThat(axis.stretches()).hasSize(2);
        assertThat(axis.widthMillis()).isEqualTo(5_000);
        assertThat(count(axis)).isEqualTo(600);
        assertThat(axis.date(axis.stretches().getLast().first())).isEqualTo("4 Jan 00:00");
    }

    private static long count(TimeAxis axis) {
        return axis.stretches().stream()
                .flatMap(stretch -> stretch.columns().stream())
                .mapToLong(BandCounts::sum)
                .sum();
    }
}
