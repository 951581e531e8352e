package dev.assay.cli;

import dev.assay.benchmarks.Bench;
import dev.assay.benchmarks.BenchRecord;
import dev.assay.benchmarks.Benchmarks;
import dev.assay.benchmarks.Form;
import dev.assay.benchmarks.Machine;
import dev.assay.cli.log.LogLevel;
import dev.assay.cli.terminal.Screen;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Runs benchmarks on a stage of the state directory, and keeps their figures. */
final class BenchRun {
    private final Session session;

    BenchRun(Session session) {
        this.session = session;
    }

    /**
     * Runs them.
     *
     * @param out where the JSON goes; null for the state directory
     * @param keepState whether the stage is left for a look
     */
    BenchRecord of(Benchmarks benchmarks, Form form, @Nullable Path out, boolean keepState)
            throws IOException, InterruptedException {
        Screen screen = session.screen();
        Machine machine = Machine.now();
        if (machine.isBusy()) {
            screen.warn(String.format(
                    Locale.ROOT,
                    "the load average is %.1f on %d cores: the machine is busy, and figures will say little",
                    machine.load(),
                    machine.cores()));
        }
        LogLevel.NONE.apply();
        Path kept = session.state().resolve("benchmarks");
        Path stage = kept.resolve("stage");
        DemoFiles.clear(stage);
        Files.createDirectories(stage);
        BenchRecord record;
        try (BenchProgress progress = new BenchProgress(screen, session.clock())) {
            record = benchmarks.run(new Bench(Assay.class, stage, form, session.clock(), progress));
        } finally {
            if (!keepState) {
                DemoFiles.clear(stage);
            }
        }
        Path file = out == null ? kept.resolve(record.fileName()) : out;
        record.write(file);
        if (screen.json()) {
            session.json(record.json());
        }
        screen.note("kept in " + file);
        return record;
    }
}
