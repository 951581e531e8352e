package dev.assay.scorer.epochs;

import dev.assay.scorer.stats.Bootstrap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** What the samples of a run come to: 16 bytes a sample, since an interval needs each of them. */
public final class SampleTally {
    private static final int NAMED = 20;

    private final int expected;
    private final List<String> namedIncomplete = new ArrayList<>();
    private double[] values = new double[256];
    private double[] passShares = new double[256];
    private int scored;
    private long samples;
    private long incomplete;
    private long partlyScored;
    private long epochs;
    private long passed;

    /** @param expected epochs that each sample is to have */
    public SampleTally(int expected) {
        this.expected = expected;
    }

    public void add(Sample sample) {
        samples++;
        epochs += sample.epochs();
        if (sample.epochs() < expected) {
            incomplete++;
            if (namedIncomplete.size() < NAMED) {
                namedIncomplete.add(sample.score().getJobId());
            }
        }
        partlyScored += sample.scored() < sample.epochs() ? 1 : 0;
        Double value = sample.score().getValue();
        if (value == null) {
            return;
        }
        if (scored == values.length) {
            int size = Math.multiplyExact(scored, 2);
            values = Arrays.copyOf(values, size);
            passShares = Arrays.copyOf(passShares, size);
        }
        passed += Boolean.TRUE.equals(sample.score().getPassed()) ? 1 : 0;
        values[scored] = value;
        passShares[scored++] = sample.passShare();
    }

    /** In order of size, so that the order of the samples changes no digit. */
    public Samples result() {
        double[] sortedValues = Arrays.copyOf(values, scored);
        double[] sortedShares = Arrays.copyOf(passShares, scored);
        Arrays.sort(sortedValues);
        Arrays.sort(sortedShares);
        return new Samples(
                expected,
                samples,
                epochs,
                incomplete,
                List.copyOf(namedIncomplete),
                partlyScored,
                scored,
                passed,
                scored == 0 ? null : Arrays.stream(sortedValues).sum() / scored,
                Bootstrap.ofMean(sortedValues).orElse(null),
                scored == 0 ? null : Arrays.stream(sortedShares).sum() / scored,
                Bootstrap.ofMean(sortedShares).orElse(null));
    }
}
