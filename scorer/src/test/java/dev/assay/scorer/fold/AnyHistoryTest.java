package dev.assay.scorer.fold;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.schemas.FallbackWindow;
import dev.assay.schemas.Score;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * However a run's results come in, its summary with all slices and its windows of the fallback rate are the same, byte
 * for byte: in any order, some of them twice, replayed, over any number of partitions, with a restart between any two.
 */
class AnyHistoryTest {
    private static final int JOBS = 150;
    private static final int SEEDS = 60;

    @Test
    void anyHistoryEndsInTheSameSummaryAndWindows() {
        for (int seed = 0; seed < SEEDS; seed++) {
            Random random = new Random(seed);
            List<Score> all = results(random);
            History plain = new History(1, random, 0);
            last(all).forEach(plain::take);

            List<Score> events = new ArrayList<>(all);
            for (int i = 0; i < JOBS / 2; i++) {
                events.add(all.get(random.nextInt(all.size())));
            }
            Collections.shuffle(events, random);
            History any = new History(1 + random.nextInt(6), random, 10);
            events.forEach(any::take);

            assertThat(any.summary()).as("summary, seed %s", seed).isEqualTo(plain.summary());
            assertThat(any.windows()).as("windows, seed %s", seed).isEqualTo(plain.windows());
        }
    }

    /** Jobs of up to three generations. */
    private static List<Score> results(Random random) {
        RandomScores any = new RandomScores(random);
        List<Score> all = new ArrayList<>();
        for (int job = 0; job < JOBS; job++) {
            int generations = random.nextInt(4) == 0 ? 2 + random.nextInt(2) : 1;
            for (int generation = 0; generation < generations; generation++) {
                // Fewer names than are kept, for beyond that a name taken back leaves its place taken.
                all.add(Score.newBuilder(any.next(job, generation))
                        .setResponseModel("m" + random.nextInt(10))
                        .build());
            }
        }
        return all;
    }

    /** Of each job the last generation, and nothing else. */
    private static List<Score> last(List<Score> all) {
        Map<String, Score> last = new TreeMap<>();
        all.forEach(score -> last.merge(
                score.getJobId(), score, (one, other) -> one.getGeneration() > other.getGeneration() ? one : other));
        return List.copyOf(last.values());
    }

    /** What scorers keep between them: of each partition the jobs, the share of the run, and the windows. */
    private static final class History {
        private final Random random;
        private final int restartOneIn;
        private final List<Map<String, byte[]>> jobs = new ArrayList<>();
        private final List<RunTally> shares = new ArrayList<>();
        private final List<TreeMap<Long, WindowTally>> windows = new ArrayList<>();

        History(int partitions, Random random, int restartOneIn) {
            this.random = random;
            this.restartOneIn = restartOneIn;
            for (int i = 0; i < partitions; i++) {
                jobs.add(new HashMap<>());
                shares.add(new RunTally());
                windows.add(new TreeMap<>());
            }
        }

        void take(Score score) {
            int partition = Math.floorMod(score.getJobId().hashCode(), shares.size());
            byte[] known = jobs.get(partition).get(score.getJobId());
            if (known == null || score.getGeneration() > CountedState.generationOf(known)) {
                Counted counted = Counted.of(score, "first-" + score.getOrdinal() % 3);
                if (known != null) {
                    Counted replaced = CountedState.read(known);
                    shares.get(partition).subtract(replaced);
                    window(partition, replaced).subtract(replaced);
                }
                shares.get(partition).add(counted);
                window(partition, counted).add(counted);
                jobs.get(partition).put(score.getJobId(), CountedState.write(counted));
            }
            if (restartOneIn > 0 && random.nextInt(restartOneIn) == 0) {
                restart(partition);
            }
        }

        private WindowTally window(int partition, Counted counted) {
            return windows.get(partition)
                    .computeIfAbsent(WindowTally.startOf(counted.atMillis()), unseen -> new WindowTally());
        }

        private void restart(int partition) {
            shares.set(partition, TallyState.read(TallyState.write(shares.get(partition))));
            windows.get(partition).replaceAll((start, tally) -> {
                StateOutput out = new StateOutput();
                tally.write(out);
                return WindowTally.read(new StateInput(out.toBytes()));
            });
        }

        ByteBuffer summary() {
            RunTally sum = new RunTally();
            List<RunTally> anyOrder = new ArrayList<>(shares);
            Collections.shuffle(anyOrder, random);
            anyOrder.forEach(sum::merge);
            try {
                return RunSummaries.of("run", sum, Optional.empty()).toByteBuffer();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        List<FallbackWindow> windows() {
            TreeMap<Long, WindowTally> sums = new TreeMap<>();
            windows.forEach(partition -> partition.forEach((start, tally) ->
                    sums.computeIfAbsent(start, unseen -> new WindowTally()).merge(tally)));
            List<FallbackWindow> records = new ArrayList<>();
            sums.forEach((start, tally) -> records.addAll(tally.records(start)));
            return records;
        }
    }
}
