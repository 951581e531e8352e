package dev.assay.cli.drill;

import dev.assay.runtime.Clock;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Plays rows, some at a time, and judges each. */
public final class Matrix {
    private final List<Row> rows;
    private final Form form;
    private final long seed;
    private final Clock clock;

    /** Is told how it goes, from several threads. */
    public interface Listener {
        /** The broker and what is around it are up. */
        void opened(Duration took);

        void begun(String row);

        void ended(RowVerdict verdict);
    }

    private Matrix(List<Row> rows, Form form, long seed, Clock clock) {
        this.rows = List.copyOf(rows);
        this.form = form;
        this.seed = seed;
        this.clock = clock;
    }

    /**
     * A matrix of these rows, in the order of the whole one.
     *
     * @param names names of rows; empty for all
     * @param full whether durations and counts are the real ones
     * @param seed what chances hang on
     * @throws IllegalArgumentException naming a row that there is not
     */
    public static Matrix of(List<String> names, boolean full, long seed, Clock clock) {
        List<Row> all = Rows.all();
        for (String name : names) {
            if (all.stream().noneMatch(row -> row.name().equals(name))) {
                throw new IllegalArgumentException("row: " + name + " (expected: one of "
                        + String.join(", ", all.stream().map(Row::name).toList()) + ")");
            }
        }
        List<Row> wanted = all.stream()
                .filter(row -> names.isEmpty() || names.contains(row.name()))
                .toList();
        return new Matrix(wanted, full ? Form.FULL : Form.SHORT, seed, clock);
    }

    public int size() {
        return rows.size();
    }

    /** What each row is, for people. */
    public List<String> list() {
        int width = rows.stream().mapToInt(row -> row.name().length()).max().orElse(0);
        return rows.stream()
                .map(row -> row.name() + " ".repeat(width + 2 - row.name().length()) + row.done())
                .toList();
    }

    /**
     * Plays them on one broker of their own.
     *
     * @param state an empty directory for broker and scorer
     * @param parallel rows played at a time
     */
    public MatrixRecord play(Path state, int parallel, Listener listener) throws InterruptedException {
        long start = clock.nanos();
        try (DrillStage stage = DrillStage.open(state, rows, clock)) {
            listener.opened(Duration.ofNanos(clock.nanos() - start));
            List<RowVerdict> verdicts = play(stage, parallel, listener);
            return new MatrixRecord(clock.now(), form, seed, Duration.ofNanos(clock.nanos() - start), verdicts);
        }
    }

    private List<RowVerdict> play(DrillStage stage, int parallel, Listener listener) throws InterruptedException {
        List<RowVerdict> verdicts = new ArrayList<>();
        ExecutorService hands = Executors.newFixedThreadPool(
                parallel, Thread.ofPlatform().name("drill-", 1).factory());
        try {
            List<Future<RowVerdict>> playing = new ArrayList<>();
            for (Row row : rows) {
                playing.add(hands.submit(() -> {
                    listener.begun(row.name());
                    RowVerdict verdict = play(stage, row);
                    listener.ended(verdict);
                    return verdict;
                }));
            }
            for (Future<RowVerdict> one : playing) {
                verdicts.add(one.get());
            }
        } catch (ExecutionException e) {
            throw new IllegalStateException("a row broke off: " + e.getCause(), e.getCause());
        } finally {
            hands.shutdownNow();
            hands.close();
        }
        return verdicts;
    }

    private RowVerdict play(DrillStage stage, Row row) throws InterruptedException {
        long start = clock.nanos();
        try (RowRun run = new RowRun(stage, row, form, seed)) {
            row.play().on(run);
            Evidence evidence = run.evidence();
            return RowVerdict.of(row, evidence, Duration.ofNanos(clock.nanos() - start));
        } catch (RowTrouble trouble) {
            return RowVerdict.unplayed(
                    row, String.valueOf(trouble.getMessage()), Duration.ofNanos(clock.nanos() - start));
        } catch (RuntimeException e) {
            // One row that breaks off must not hide the others' verdicts.
            return RowVerdict.unplayed(row, "broke off: " + e, Duration.ofNanos(clock.nanos() - start));
        }
    }
}
