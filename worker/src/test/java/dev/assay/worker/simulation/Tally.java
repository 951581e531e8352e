package dev.assay.worker.simulation;

import java.util.Arrays;
import java.util.Optional;

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
        calls[bucket(seconds)]++;
    }

    void answered(double seconds, double since, boolean byFallback) {
        waits[answered++] = seconds - since;
        fallbacks += byFallback ? 1 : 0;
        answers[bucket(seconds)]++;
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
        return answered == 0 ? Double.NaN : sorted[(int) Math.ceil(share * answered) - 1];
    }

    /** Seconds from the trouble's end until answers come at 95 % of the jobs' rate over 5 s; empty if never. */
    Optional<Integer> back() {
        Shape.Trouble trouble = shape.trouble().orElseThrow();
        int end = (int) Math.ceil(trouble.until());
        for (int second = end; second + WINDOW < SECONDS; second++) {
            int sum = Arrays.stream(answers, second, second + WINDOW).sum();
            if (sum >= BACK * shape.perSecond() * WINDOW) {
                return Optional.of(second + WINDOW - end);
            }
        }
        return Optional.empty();
    }

    /** The fullest second's calls in the minute after the trouble, as a multiple of the jobs' rate. */
    double peakAfter() {
        int end = (int) Math.ceil(shape.trouble().orElseThrow().until());
        return Arrays.stream(calls, end, end + AFTER).max().orElse(0) / shape.perSecond();
    }

    int[] callsBySecond() {
        return calls.clone();
    }

    int[] answersBySecond() {
        return answers.clone();
    }

    private static int bucket(double seconds) {
        return (int) Math.min(seconds, SECONDS - 1);
    }
}
