package dev.assay.scorer.report;

import dev.assay.schemas.Score;
import dev.assay.scorer.fold.LatencyHistogram;
import dev.assay.scorer.fold.RunTally;
import java.util.Map;
import java.util.TreeMap;

/** What the page draws of a run's scores; its size does not depend on their number. For one thread. */
final class Digest {
    /** Jobs with this many calls or more are counted together. */
    static final int MANY_CALLS = 5;

    private static final int FALLBACKS_KEPT = 50;

    private final RunTally tally = new RunTally();
    private final ValueBins values = new ValueBins();
    private final TimeBuckets times = new TimeBuckets();
    private final Slices slices = new Slices();
    private final Selection selection = new Selection();
    private final Agreement agreement = new Agreement();
    private final long[] jobsByCalls = new long[MANY_CALLS + 1];
    private final FirstInOrder<String, long[]> fallbacks = new FirstInOrder<>(FALLBACKS_KEPT);
    private final BandCounts bands = new BandCounts();
    private long jobs;
    private long usageKnown;
    private long usageUnknown;

    void add(Score score) {
        Band band = Band.of(score);
        jobs++;
        bands.add(band, 1);
        tally.add(score);
        times.add(score.getScoredAt().toEpochMilli(), band);
        slices.add(score);
        selection.add(score);
        agreement.add(score);
        Double value = score.getValue();
        if (value != null && (band == Band.PASSED || band == Band.MISSED)) {
            values.add(value, band == Band.PASSED);
        }
        jobsByCalls[Math.min(MANY_CALLS, Math.max(0, score.getAttempts()))]++;
        usageKnown += score.getUsage() == null ? 0 : 1;
        usageUnknown += score.getAttempts() > 0 && score.getUsage() == null ? 1 : 0;
        if (score.getUsedFallback() != null) {
            long[] count = fallbacks.at(SafeText.beginning(score.getUsedFallback(), 200), () -> new long[1]);
            if (count != null) {
                count[0]++;
            }
        }
    }

    /** Scores taken. */
    long jobs() {
        return jobs;
    }

    long count(Band band) {
        return bands.of(band);
    }

    RunTally tally() {
        return tally;
    }

    LatencyHistogram callTime() {
        return tally.callTime();
    }

    LatencyHistogram turnaround() {
        return tally.turnaround();
    }

    ValueBins values() {
        return values;
    }

    TimeBuckets times() {
        return times;
    }

    Slices slices() {
        return slices;
    }

    Selection selection() {
        return selection;
    }

    Agreement agreement() {
        return agreement;
    }

    /** Jobs with that many calls; {@link #MANY_CALLS} stands for more too. */
    long jobsWithCalls(int calls) {
        return jobsByCalls[calls];
    }

    /** Jobs whose tokens are known. */
    long usageKnown() {
        return usageKnown;
    }

    /** Jobs that called a model and whose tokens are not known. */
    long usageUnknown() {
        return usageUnknown;
    }

    /** Jobs by the fallback that answered. */
    Map<String, Long> fallbacks() {
        Map<String, Long> jobsByName = new TreeMap<>();
        fallbacks.kept().forEach((name, count) -> jobsByName.put(name, count[0]));
        return jobsByName;
    }
}
