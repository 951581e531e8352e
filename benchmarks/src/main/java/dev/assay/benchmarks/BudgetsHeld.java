package dev.assay.benchmarks;

import dev.assay.runtime.Clock;
import dev.assay.runtime.LaneReader;
import dev.assay.schemas.topics.BudgetIds;
import dev.assay.schemas.topics.TopicSizes;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Whether a fleet keeps the limits of a provider, and uses them: more jobs than fit, of two tenants, are worked for a
 * while; a third tenant comes later with a few, and a fourth with one job of a third of a minute's tokens.
 */
final class BudgetsHeld implements Benchmark {
    private static final int FEW = 20;
    /** The tenants that have jobs to spare. */
    private static final List<String> BOTH = List.of("a", "b");

    private static final Duration FIRST_CALL = Duration.ofMinutes(2);
    private static final Duration TURN = Duration.ofMillis(100);
    private static final Duration TWO_WINDOWS = Duration.ofMinutes(2);

    private final BudgetOptions options;

    BudgetsHeld(BudgetOptions options) {
        this.options = options;
    }

    @Override
    public String name() {
        return "budget";
    }

    @Override
    public String summary() {
        String faults = options.faults().isEmpty() ? "" : ", with " + options.faultWords();
        String burst = options.burst() == null ? "" : ", " + options.burst() + " jobs at once";
        return options.workers() + (options.workers() == 1 ? " worker" : " workers") + " at " + options.rpm()
                + " RPM and " + options.tpm() + " TPM for " + options.lasting().toSeconds() + " s" + burst + faults;
    }

    @Override
    public Outcome.Measured run(Bench bench) throws InterruptedException {
        try (BudgetStage stage = BudgetStage.open(bench, options)) {
            enqueue(bench, stage);
            bench.step("starting " + options.workers() + " workers");
            stage.startWorkers();
            String budget = BudgetIds.calls(BudgetStage.ACCOUNT, BudgetStage.MODEL);
            try (LedgerProbe probe =
                    LedgerProbe.start(stage.clients(), TopicSizes.LAPTOP.ledger(), budget, bench.clock())) {
                awaitFirstCall(stage, bench.clock());
                return measured(bench, stage, probe);
            }
        }
    }

    private void enqueue(Bench bench, BudgetStage stage) throws InterruptedException {
        Long burst = options.burst();
        long each = burst == null ? options.backlog() / 2 : burst;
        List<String> tenants = burst == null ? BOTH : List.of(BOTH.getFirst());
        bench.step("enqueueing " + tenants.size() * each + " jobs");
        // Both at once, or in the partitions that they share all of one would be before all of the other.
        List<Future<?>> submits = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (String tenant : tenants) {
                submits.add(
                        threads.submit(() -> stage.enqueue(tenant, BudgetJobs.of(tenant, each, options.jobTokens()))));
            }
        }
        for (Future<?> submit : submits) {
            try {
                submit.get();
            } catch (ExecutionException e) {
                throw e.getCause() instanceof RuntimeException wrong ? wrong : new IllegalStateException(e);
            }
        }
    }

    private Outcome.Measured measured(Bench bench, BudgetStage stage, LedgerProbe probe) throws InterruptedException {
        Clock clock = bench.clock();
        BudgetTrouble trouble = new BudgetTrouble(stage, options, bench);
        long began = clock.nanos();
        Instant few = Instant.MAX;
        Instant large = Instant.MAX;
        Duration elapsed = Duration.ZERO;
        while (elapsed.compareTo(options.lasting()) < 0) {
            trouble.until(elapsed);
            if (options.burst() == null
                    && few.equals(Instant.MAX)
                    && elapsed.compareTo(options.lasting().dividedBy(5)) >= 0) {
                few = clock.now();
                stage.enqueue("few", BudgetJobs.of("few", FEW, options.jobTokens()));
            }
            if (options.isForLarge()
                    && large.equals(Instant.MAX)
                    && elapsed.compareTo(options.lasting().dividedBy(3)) >= 0) {
                large = clock.now();
                stage.enqueue("large", List.of(BudgetJobs.of("large", options.largeJobTokens(), new Random(1))));
            }
            clock.pause(TURN);
            elapsed = Duration.ofNanos(clock.nanos() - began);
        }
        long left = LaneReader.read(stage.clients(), BudgetStage.LANE).unfinished();
        NotRightException.when(left == 0, "the jobs did not last: there was not too little of the limit all the time");
        String budget = BudgetIds.calls(BudgetStage.ACCOUNT, BudgetStage.MODEL);
        CallsInHand inHand = CallsInHand.of(trouble.thaws(), budget, stage.clients());
        BudgetFigures figures = new BudgetFigures(options, stage.log().calls(), inHand);
        List<Figure> all = new ArrayList<>(figures.ofWindows());
        if (options.burst() == null) {
            all.addAll(figures.shares(BOTH));
            Figure ofFew = Figure.of(
                    "a tenant's few jobs, from enqueueing to the last call", figures.lastStart("few", FEW, few), "s");
            all.add(isForFew() ? ofFew.withBar(Bar.atMost((double) TWO_WINDOWS.toSeconds())) : ofFew);
        }
        if (options.isForLarge()) {
            all.add(Figure.of(
                            "a job of " + options.largeJobTokens() + " tokens, from enqueueing to its call",
                            figures.lastStart("large", 1, large),
                            "s")
                    .withBar(Bar.atMost((double) TWO_WINDOWS.toSeconds())));
        }
        all.addAll(ofLedger(probe));
        return new Outcome.Measured(parameters(stage, trouble, few, large), all);
    }

    /** Whether two windows are left when the few jobs come. */
    private boolean isForFew() {
        return options.lasting().multipliedBy(4).dividedBy(5).compareTo(TWO_WINDOWS) >= 0;
    }

    private List<Figure> ofLedger(LedgerProbe probe) {
        Quantiles answers = probe.answers();
        Figure silence = Figure.of(
                "ledger, longest time without an answer", probe.longestSilence().toMillis() / 1000.0, "s");
        return List.of(
                Figure.of("ledger, answer p50", answers.at(0.5), "ms"),
                Figure.of("ledger, answer p99", answers.at(0.99), "ms"),
                silence.withBar(Bar.atMost(8)));
    }

    private Map<String, String> parameters(BudgetStage stage, BudgetTrouble trouble, Instant few, Instant large) {
        Map<String, String> parameters = new LinkedHashMap<>();
        parameters.put("limits", options.rpm() + " requests and " + options.tpm() + " tokens in any 60 s");
        parameters.put("workers", String.valueOf(options.workers()));
        parameters.put("seconds", String.valueOf(options.lasting().toSeconds()));
        parameters.put("tokens of a job", options.jobTokens() + " on average, half to one and a half times as many");
        parameters.put("calls are known from", stage.log().source());
        if (options.burst() == null) {
            parameters.put("few jobs enqueued", few.toString());
        }
        if (options.isForLarge()) {
            parameters.put("large job enqueued", large.toString());
        }
        parameters.put("done to workers", trouble.done().isEmpty() ? "nothing" : String.join("; ", trouble.done()));
        return parameters;
    }

    private static void awaitFirstCall(BudgetStage stage, Clock clock) throws InterruptedException {
        long began = clock.nanos();
        while (stage.log().calls().isEmpty()) {
            NotRightException.when(
                    clock.nanos() - began > FIRST_CALL.toNanos(),
                    "no call within " + FIRST_CALL.toSeconds() + " s: " + stage.tails());
            clock.pause(TURN);
        }
    }
}
