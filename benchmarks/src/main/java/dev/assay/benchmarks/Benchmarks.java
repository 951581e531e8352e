package dev.assay.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** The benchmarks there are; a new one is a class and a line here. */
public final class Benchmarks {
    private static final List<Benchmark> ALL = List.of(
            new Throughput(),
            new InstantProvider(),
            new Enqueue(),
            new EndToEnd(),
            new QueueMemory(),
            new QueueLength(),
            new LedgerLatency(),
            new ScorerRate(),
            new Micro());

    private final List<Benchmark> chosen;

    private Benchmarks(List<Benchmark> chosen) {
        this.chosen = chosen;
    }

    /**
     * Chooses some by name, in the order of the list.
     *
     * @param names none for all
     * @throws IllegalArgumentException naming the one that is none
     */
    public static Benchmarks of(List<String> names) {
        List<String> known = ALL.stream().map(Benchmark::name).toList();
        for (String name : names) {
            if (!known.contains(name)) {
                throw new IllegalArgumentException(
                        "benchmark: " + name + " (expected: " + String.join(", ", known) + ")");
            }
        }
        List<Benchmark> chosen = ALL.stream()
                .filter(benchmark -> names.isEmpty() || names.contains(benchmark.name()))
                .toList();
        return new Benchmarks(chosen);
    }

    /** Whether budgets hold, which is no part of the list: it takes minutes, and its options say what it proves. */
    public static Benchmarks budget(BudgetOptions options) {
        return new Benchmarks(List.of(new BudgetsHeld(options)));
    }

    /** Whether a lane's bound holds; no part of the list for the same reasons. */
    public static Benchmarks slots(SlotsOptions options) {
        return new Benchmarks(List.of(new SlotsHeld(options)));
    }

    /** How fast dead letters are read; no part of the list, since it writes gigabytes. */
    public static Benchmarks letters(LettersOptions options) {
        return new Benchmarks(List.of(new LettersRead(options)));
    }

    /** A line for each: its name and what it measures. */
    public List<String> list() {
        int widest = chosen.stream()
                .mapToInt(benchmark -> benchmark.name().length())
                .max()
                .orElse(0);
        return chosen.stream()
                .map(benchmark -> benchmark.name()
                        + " ".repeat(widest + 2 - benchmark.name().length())
                        + benchmark.summary())
                .toList();
    }

    public int size() {
        return chosen.size();
    }

    /** Runs them, one after the other. */
    public BenchRecord run(Bench bench) throws IOException, InterruptedException {
        Instant at = bench.clock().now();
        Machine machine = Machine.now();
        List<BenchRecord.Entry> entries = new ArrayList<>();
        for (Benchmark benchmark : chosen) {
            BenchRecord.Entry entry = run(benchmark, bench);
            bench.listener().ended(entry);
            entries.add(entry);
        }
        return new BenchRecord(at, Revision.of(bench.command()), bench.form(), machine, entries);
    }

    private static BenchRecord.Entry run(Benchmark benchmark, Bench bench) throws IOException, InterruptedException {
        bench.listener().begun(benchmark.name());
        Path directory = Files.createDirectories(bench.directory().resolve(benchmark.name()));
        Bench own = new Bench(bench.command(), directory, bench.form(), bench.clock(), bench.listener());
        long began = bench.clock().nanos();
        Outcome outcome;
        try {
            outcome = benchmark.run(own);
        } catch (NotRightException e) {
            outcome = new Outcome.NotRight(String.valueOf(e.getMessage()));
        }
        Duration took = Duration.ofNanos(bench.clock().nanos() - began);
        return new BenchRecord.Entry(benchmark.name(), benchmark.summary(), took, outcome);
    }
}
