package dev.assay.benchmarks;

import dev.assay.schemas.topics.BudgetIds;
import dev.assay.schemas.topics.TopicSizes;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;

/** Does to workers what is planned, at its times, while something is measured. Used by one thread. */
final class BudgetTrouble {
    private static final Duration FIRST = Duration.ofSeconds(15);
    private static final Duration EVERY = Duration.ofSeconds(20);
    private static final Duration LONGEST_FREEZE = Duration.ofSeconds(60);
    private static final Duration READY_PATIENCE = Duration.ofSeconds(60);
    private static final Duration STOP_PATIENCE = Duration.ofSeconds(60);

    private final BudgetStage stage;
    private final BudgetOptions options;
    private final Bench bench;
    private final PriorityQueue<Step> steps = new PriorityQueue<>(Comparator.comparing(Step::at));
    private final List<String> done = new ArrayList<>();
    private final List<Thaw> thaws = new ArrayList<>();

    private interface Deed {
        void run() throws InterruptedException;
    }

    /** A frozen worker goes on. */
    record Thaw(int worker, Instant at) {}

    private record Step(Duration at, Deed deed) {}

    BudgetTrouble(BudgetStage stage, BudgetOptions options, Bench bench) {
        this.stage = stage;
        this.options = options;
        this.bench = bench;
        options.faults().forEach(this::plan);
    }

    /** Does what is due. */
    void until(Duration elapsed) throws InterruptedException {
        while (!steps.isEmpty() && steps.peek().at().compareTo(elapsed) <= 0) {
            steps.remove().deed().run();
        }
    }

    /** What was done, in words. */
    List<String> done() {
        return List.copyOf(done);
    }

    /** The workers that were frozen and went on. */
    List<Thaw> thaws() {
        return List.copyOf(thaws);
    }

    private void plan(BudgetFault fault) {
        Duration lasting = options.lasting();
        switch (fault) {
            case KILL -> {
                int number = 0;
                for (Duration at = FIRST; at.compareTo(lasting) < 0; at = at.plus(EVERY)) {
                    int worker = number++ % options.workers() + 1;
                    steps.add(new Step(at, () -> kill(worker)));
                }
            }
            case FREEZE -> {
                Duration third = lasting.dividedBy(3);
                Duration frozen = third.compareTo(LONGEST_FREEZE) < 0 ? third : LONGEST_FREEZE;
                int worker = options.workers();
                steps.add(new Step(FIRST, () -> freeze(worker)));
                steps.add(new Step(FIRST.plus(frozen), () -> thaw(worker)));
            }
            case OWNER -> {
                for (int i = 1; i <= 3; i++) {
                    steps.add(new Step(lasting.multipliedBy(i).dividedBy(4), this::killOwner));
                }
            }
            case ROLLING -> steps.add(new Step(FIRST.plusSeconds(5), this::roll));
            case OUTPUT, USAGE -> {}
        }
    }

    private void kill(int worker) {
        note("kill -9 worker-" + worker);
        stage.worker(worker).kill9();
        stage.start(worker);
    }

    private void freeze(int worker) {
        note("SIGSTOP worker-" + worker);
        stage.worker(worker).pause();
    }

    private void thaw(int worker) {
        note("SIGCONT worker-" + worker);
        thaws.add(new Thaw(worker, bench.clock().now()));
        stage.worker(worker).resume();
    }

    private void killOwner() throws InterruptedException {
        Optional<Integer> owner = LedgerOwner.find(
                stage.clients(), BudgetIds.calls(BudgetStage.ACCOUNT, BudgetStage.MODEL), TopicSizes.LAPTOP.ledger());
        if (owner.isPresent()) {
            note("kill -9 worker-" + owner.get() + ", which keeps the budget");
            stage.worker(owner.get()).kill9();
            stage.start(owner.get());
        } else {
            note("nobody keeps the budget: nothing to kill");
        }
    }

    private void roll() {
        for (int worker = 1; worker <= options.workers(); worker++) {
            note("restart of worker-" + worker);
            stage.worker(worker).terminate();
            stage.worker(worker).awaitExit(STOP_PATIENCE);
            stage.start(worker);
            stage.worker(worker).awaitReady(READY_PATIENCE);
        }
    }

    private void note(String what) {
        done.add(what);
        bench.step(what);
    }
}
