package dev.assay.benchmarks;

import dev.assay.sandbox.simulator.CallRecord;
import dev.assay.sandbox.simulator.SlidingPeaks;
import dev.assay.sandbox.simulator.SlidingUse;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.TreeMap;

/** What calls at a provider say of the limits that they were to keep. */
final class BudgetFigures {
    private static final String USE = "use of the limit, mean of all 60 s windows";
    private static final Duration WINDOW = Duration.ofMinutes(1);
    /** When the ledger knows at the latest how a call ended that was answered. */
    private static final long TOLD_NANOS = Duration.ofSeconds(1).toNanos();

    private final BudgetOptions options;
    private final List<CallRecord> calls;
    private final List<CallRecord> fenced;
    private final long from;
    private final long to;

    /**
     * @param calls all calls, those after the measured time included
     * @param inHand tells which of them a frozen worker had in hand, whom nothing can hold back
     */
    BudgetFigures(BudgetOptions options, List<CallRecord> calls, CallsInHand inHand) {
        NotRightException.when(calls.isEmpty(), "no call was made");
        this.options = options;
        from = calls.stream().mapToLong(CallRecord::arrivedNanos).min().orElseThrow();
        to = from + options.lasting().toNanos();
        this.calls = calls.stream().filter(call -> call.arrivedNanos() <= to).toList();
        this.fenced = inHand.without(this.calls);
    }

    List<Figure> ofWindows() {
        SlidingPeaks peaks = SlidingPeaks.of(fenced);
        double peakOfRequests = (double) peaks.requests() / options.rpm();
        double peakOfTokens = (double) peaks.tokens() / options.tpm();
        SlidingUse mean = SlidingUse.of(calls, from, to);
        double useOfRequests = mean.requests() / options.rpm();
        double useOfTokens = mean.tokens() / options.tpm();
        double use = Math.max(useOfRequests, useOfTokens);
        Figure peak = Figure.of("peak of any 60 s window, of the limit", Math.max(peakOfRequests, peakOfTokens), "")
                .withBar(Bar.atMost(1 + overshoot()));
        double refused =
                (double) fenced.stream().filter(call -> call.status() == 429).count();
        Figure refusals = Figure.of("429s", refused, "");
        List<Figure> figures = new ArrayList<>();
        figures.add(hasWindows() ? ofUse(use) : Figure.of(USE, use, ""));
        figures.add(peak);
        figures.add(options.has(BudgetFault.OUTPUT) ? refusals : refusals.withBar(Bar.atMost(0)));
        if (options.burst() != null) {
            figures.add(Figure.of("calls in the first 60 s", (double) inFirstWindow(), "")
                    .withBar(Bar.atMost((double) options.rpm())));
        }
        figures.add(Figure.of("peak, requests", (double) peaks.requests(), "of " + options.rpm()));
        figures.add(Figure.of("peak, tokens", (double) peaks.tokens(), "of " + options.tpm()));
        figures.add(Figure.of("use, requests", useOfRequests, ""));
        figures.add(Figure.of("use, tokens", useOfTokens, ""));
        figures.add(Figure.of("calls", calls.size(), ""));
        if (options.has(BudgetFault.FREEZE)) {
            figures.add(Figure.of("calls that the frozen worker had in hand", calls.size() - fenced.size(), ""));
        }
        return figures;
    }

    /**
     * Where answers are longer than was reserved, that they are paid back: the mean is the limit at most. Less is used
     * where workers are missing, and where calls stay charged as reserved because nobody said what they used.
     */
    private Figure ofUse(double use) {
        Figure figure = Figure.of(USE, use, "");
        boolean isLessUsed = options.isWithWorkersMissing() || options.has(BudgetFault.USAGE);
        return options.has(BudgetFault.OUTPUT)
                ? figure.withBar(Bar.atMost(1))
                : figure.withBar(Bar.atLeast(isLessUsed ? 0.90 : 0.97));
    }

    private long inFirstWindow() {
        return calls.stream()
                .filter(call -> call.arrivedNanos() - from < WINDOW.toNanos())
                .count();
    }

    /**
     * Shares of the calls while all these tenants had jobs to spare. Tenants take turns, so each has the same, but for
     * what stood in the workers' slots when they began, and when it ended.
     */
    List<Figure> shares(List<String> tenants) {
        Map<String, Long> byTenant = new TreeMap<>();
        for (CallRecord call : calls) {
            byTenant.merge(tenant(call), 1L, Long::sum);
        }
        double all = (double) tenants.stream()
                .mapToLong(tenant -> byTenant.getOrDefault(tenant, 0L))
                .sum();
        double even = 1.0 / tenants.size() - options.workers() * BudgetStage.IN_FLIGHT / Math.max(1, all);
        return tenants.stream()
                .map(tenant -> Figure.of(
                        "share of tenant " + tenant, byTenant.getOrDefault(tenant, 0L) / Math.max(1, all), ""))
                .map(share -> even > 0 && !options.isWithWorkersMissing() ? share.withBar(Bar.atLeast(even)) : share)
                .toList();
    }

    /** Whether it lasted long enough for means over windows, and for what a minute decides. */
    private boolean hasWindows() {
        return options.lasting().compareTo(WINDOW.multipliedBy(2)) >= 0;
    }

    /** Seconds from an enqueueing to the arrival of a tenant's last job; far more than is measured where one is missing. */
    double lastStart(String tenant, int jobs, Instant enqueued) {
        List<CallRecord> its = calls.stream()
                .filter(call -> tenant(call).equals(tenant))
                .sorted(Comparator.comparing(CallRecord::arrivedAt))
                .toList();
        long named = its.stream().map(CallRecord::idempotencyKey).distinct().count();
        return named < jobs
                ? 10.0 * options.lasting().toSeconds()
                : Duration.between(enqueued, its.getLast().arrivedAt()).toMillis() / 1000.0;
    }

    /**
     * How far a window may be beyond the limit, as a part of it: the calls in flight times what the one was
     * underestimated by that was so most. In flight is what the ledger cannot know the end of.
     */
    private double overshoot() {
        if (!options.has(BudgetFault.OUTPUT)) {
            return 0;
        }
        long worst = calls.stream()
                .mapToLong(call -> call.windowTokens() - call.askedTokens())
                .max()
                .orElse(0);
        return (double) mostInFlight() * Math.max(0, worst) / options.tpm();
    }

    private int mostInFlight() {
        PriorityQueue<Long> ends = new PriorityQueue<>();
        int most = 0;
        for (CallRecord call : calls.stream()
                .sorted(Comparator.comparingLong(CallRecord::arrivedNanos))
                .toList()) {
            while (!ends.isEmpty() && ends.peek() <= call.arrivedNanos()) {
                long unused = ends.remove();
            }
            ends.add(call.arrivedNanos() + call.durationNanos() + TOLD_NANOS);
            most = Math.max(most, ends.size());
        }
        return most;
    }

    private static String tenant(CallRecord call) {
        String key = call.idempotencyKey() == null ? "" : call.idempotencyKey();
        int slash = key.indexOf('/');
        return slash < 0 ? "" : key.substring(0, slash);
    }
}
