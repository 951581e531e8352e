package dev.assay.worker.simulation;

import java.time.Duration;
import java.util.Arrays;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/** What is counted while a shape runs, and what is read from it. */
final class Tally {
    private static final int SECONDS = 1_200;
    /** Over how many seconds throughput is looked at. */
    private static final int WINDOW = 5;

    private static final double BACK = 0.95;
    /** Seconds over which the rate after the trouble is looked at. */
    private static final int AFTER = 60;

    private final Shape shape;
    private final int[] calls = new int[SECONDS];
    private final int[] answers = new int[SECONDS];
    private final double[] waits;
    private int allCalls;
    private int answered;
    private int fallbacks;
    private int unanswered;

    Tally(Shape shape) {
        this.shape = shape;
        waits = new double[shape.jobs()];
    }

    void called(double seconds) {
        allCalls++;
        calls[(int) seconds]++;
    }

    void answered(double seconds, Duration age, boolean byFallback) {
        waits[answered++] = age.toNanos() / 1e9;
        fallbacks += byFallback ? 1 : 0;
        answers[(int) seconds]++;
    }

    void unanswered() {
        unanswered++;
    }

    int jobsEnded() {
        return answered + unanswered;
    }

    int calls() {
        return allCalls;
    }

    double successShare() {
        return answered / (double) shape.jobs();
    }

    double fallbackShare() {
        return fallbacks / (double) shape.jobs();
    }

    double callsPerJob() {
        return allCalls / (double) shape.jobs();
    }

    /** Seconds from arrival to answer that this share of the answered jobs stayed within. */
    double within(double share) {
        double[] sorted = Arrays.copyOf(waits, answered);
        Arrays.sort(sorted);
        return sorted[(int) Math.ceil(share * answered) - 1];
    }

    /**
     * Seconds from the trouble's end to that of the first 5 s in which as many answers came as 95 % of the jobs that
     * come in 5 s; empty if there are none, or where jobs do not come in a stream.
     */
    OptionalInt back() {
        if (shape.trouble().isEmpty() || shape.perSecond().isEmpty()) {
            return OptionalInt.empty();
        }
        double wanted = BACK * shape.perSecond().getAsDouble() * WINDOW;
        int end = end();
        for (int second = end; second + WINDOW < SECONDS; second++) {
            if (sum(answers, second, second + WINDOW) >= wanted) {
                return OptionalInt.of(second + WINDOW - end);
            }
        }
        return OptionalInt.empty();
    }

    /** The fullest second's calls in the minute after the trouble, as a multiple of the jobs' rate. */
    OptionalDouble peakAfter() {
        if (shape.trouble().isEmpty() || shape.perSecond().isEmpty()) {
            return OptionalDouble.empty();
        }
        int most = Arrays.stream(calls, end(), end() + AFTER).max().orElse(0);
        return OptionalDouble.of(most / shape.perSecond().getAsDouble());
    }

    /** The second after the trouble in which the first answer comes. */
    int firstAnswerAfter() {
        int second = end();
        while (answers[second] == 0) {
            second++;
        }
        return second;
    }

    /** Calls that began within these seconds. */
    int callsWithin(int from, int until) {
        return sum(calls, from, until);
    }

    /** Answers that came within these seconds. */
    int answersWithin(int from, int until) {
        return sum(answers, from, until);
    }

    private int end() {
        return (int) Math.ceil(shape.trouble().orElseThrow().until());
    }

    private static int sum(int[] bySecond, int from, int until) {
        return Arrays.stream(bySecond, from, until).sum();
    }
}
