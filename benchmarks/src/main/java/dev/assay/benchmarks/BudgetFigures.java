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
import java.util.TreeMap;

/** What calls at a provider say of the limits that they were to keep. */
final class BudgetFigures {
    private static final Duration WINDOW = Duration.ofMinutes(1);

    private final BudgetOptions options;
    private final List<CallRecord> calls;
    private final long from;
    private final long to;

    /** @param calls all calls, those after the measured time included */
    BudgetFigures(BudgetOptions options, List<CallRecord> calls) {
        NotRightException.when(calls.isEmpty(), "no call was made");
        this.options = options;
        from = calls.stream().mapToLong(CallRecord::arrivedNanos).min().orElseThrow();
        to = from + options.lasting().toNanos();
        this.calls = calls.stream().filter(call -> call.arrivedNanos() <= to).toList();
    }

    List<Figure> ofWindows() {
        SlidingPeaks peaks = SlidingPeaks.of(calls);
        double peakOfRequests = (double) peaks.requests() / options.rpm();
        double peakOfTokens = (double) peaks.tokens() / options.tpm();
        SlidingUse mean = SlidingUse.of(calls, from, to);
        double useOfRequests = mean.requests() / options.rpm();
        double useOfTokens = mean.tokens() / options.tpm();
        double refused =
                (double) calls.stream().filter(call -> call.status() == 429).count();
        List<Figure> figures = new ArrayList<>();
        Figure use = Figure.of("use of the limit, mean of all 60 s windows", Math.max(useOfRequests, useOfTokens), "");
        figures.add(hasWindows() ? use.withBar(Bar.atLeast(options.isWithWorkersMissing() ? 0.90 : 0.97)) : use);
        figures.add(Figure.of("peak of any 60 s window, of the limit", Math.max(peakOfRequests, peakOfTokens), "")
                .withBar(Bar.atMost(highestPeak())));
        Figure refusals = Figure.of("429s", refused, "");
        figures.add(options.faults().contains(BudgetFault.OUTPUT) ? refusals : refusals.withBar(Bar.atMost(0)));
        figures.add(Figure.of("peak, requests", (double) peaks.requests(), "of " + options.rpm()));
        figures.add(Figure.of("peak, tokens", (double) peaks.tokens(), "of " + options.tpm()));
        figures.add(Figure.of("use, requests", useOfRequests, ""));
        figures.add(Figure.of("use, tokens", useOfTokens, ""));
        figures.add(Figure.of("calls", calls.size(), ""));
        return figures;
    }

    /** Shares of the calls while all these tenants had jobs to spare. */
    List<Figure> shares(List<String> tenants) {
        Map<String, Long> byTenant = new TreeMap<>();
        for (CallRecord call : calls) {
            byTenant.merge(tenant(call), 1L, Long::sum);
        }
        double all = (double) tenants.stream()
                .mapToLong(tenant -> byTenant.getOrDefault(tenant, 0L))
                .sum();
        return tenants.stream()
                .map(tenant -> Figure.of(
                        "share of tenant " + tenant, byTenant.getOrDefault(tenant, 0L) / Math.max(1, all), ""))
                .map(share -> hasWindows() ? share.withBar(Bar.atLeast(0.7 / tenants.size())) : share)
                .toList();
    }

    /** Whether it lasted long enough for means over windows, and for what a minute decides. */
    private boolean hasWindows() {
        return options.lasting().compareTo(WINDOW.plusSeconds(10)) >= 0;
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
     * Where answers are longer than was reserved, what is in flight at one time may go beyond the limit by what each
     * was underestimated; the next windows grant that much less.
     */
    private double highestPeak() {
        if (!options.faults().contains(BudgetFault.OUTPUT)) {
            return 1;
        }
        long inFlight = Math.min((long) options.workers() * BudgetStage.IN_FLIGHT, options.rpm());
        return 1 + inFlight * 3.0 * BudgetJobs.OUTPUT_TOKENS / options.tpm();
    }

    private static String tenant(CallRecord call) {
        String key = call.idempotencyKey() == null ? "" : call.idempotencyKey();
        int slash = key.indexOf('/');
        return slash < 0 ? "" : key.substring(0, slash);
    }
}
