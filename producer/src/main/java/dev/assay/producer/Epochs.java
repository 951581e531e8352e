package dev.assay.producer;

import dev.assay.schemas.Expectation;
import dev.assay.schemas.Reducer;
import java.util.ArrayList;
import java.util.List;

/**
 * How often each line of an input is asked. Its epochs are jobs of their own, {@code q1~1} to {@code q1~N} for the line
 * {@code q1}: they fail, are retried and are answered each for itself, and only who reads the scores brings them
 * together.
 *
 * @param count jobs a line, 1 to {@link Reducer#MOST_EPOCHS}
 * @param reducer how they become one value
 */
public record Epochs(int count, Reducer reducer) {
    private static final char MARK = '~';

    public Epochs {
        if (count < 1 || count > Reducer.MOST_EPOCHS) {
            throw new IllegalArgumentException("epochs: " + count + " (expected: 1 to " + Reducer.MOST_EPOCHS + ")");
        }
        if (reducer instanceof Reducer.PassAt(int k) && k > count) {
            throw new IllegalArgumentException(
                    "reducer: pass@" + k + " of " + count + " epochs (expected: at most as many)");
        }
    }

    /** The ids are as unlike as those of the lines: what stands before the last mark is the line's id. */
    List<ValidJob> of(ValidJob line) {
        List<ValidJob> jobs = new ArrayList<>(count);
        for (int epoch = 1; epoch <= count; epoch++) {
            String jobId = line.jobId() + MARK + epoch;
            Expectation expectation = Expectation.newBuilder(line.expectation())
                    .setSample(line.jobId())
                    .setEpoch(epoch)
                    .setReducer(reducer.label())
                    .build();
            jobs.add(new ValidJob(
                    line.line(),
                    jobId,
                    line.body(),
                    line.bodyBytes(),
                    line.tree(),
                    expectation,
                    line.tags(),
                    line.deadline(),
                    line.maxTokens(),
                    Fingerprint.of(jobId, line.body(), expectation, line.tags(), line.deadline())));
        }
        return jobs;
    }

    /** What an epoch's id is longer by than its line's. */
    int longestSuffix() {
        return 1 + String.valueOf(count).length();
    }
}
