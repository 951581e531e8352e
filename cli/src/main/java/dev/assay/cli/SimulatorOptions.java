package dev.assay.cli;

import dev.assay.sandbox.simulator.FaultRule;
import dev.assay.sandbox.simulator.Latency;
import dev.assay.sandbox.simulator.Limits;
import dev.assay.sandbox.simulator.SimulatorSettings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options of a simulated provider; each that is given takes the place of what a settings file says. */
final class SimulatorOptions {
    @Option(
            names = "--book",
            paramLabel = "FILE",
            description = "job file whose right answers it knows; otherwise it only says that no model was asked")
    @Nullable
    Path book;

    @Option(
            names = "--accuracy",
            paramLabel = "SHARE",
            defaultValue = "1",
            description = "share of the book that it answers rightly, exactly (1)")
    double accuracy = 1;

    @Option(names = "--seed", paramLabel = "N", defaultValue = "1", description = "decides which ones (1)")
    long seed = 1;

    @Option(
            names = "--latency",
            paramLabel = "TIME",
            description = "of a call: 200ms, 50ms..300ms, or 'p50=200ms p99=2s'")
    @Nullable
    String latency;

    @Option(names = "--rpm", paramLabel = "N", description = "requests a minute that it allows")
    @Nullable
    Integer rpm;

    @Option(names = "--tpm", paramLabel = "N", description = "tokens a minute that it allows")
    @Nullable
    Integer tpm;

    @Option(names = "--concurrency", paramLabel = "N", description = "calls at once that it allows")
    @Nullable
    Integer concurrency;

    @Option(
            names = "--fault",
            paramLabel = "NAME",
            description = "fault on every call, such as status=503 or slow=5s; may be repeated")
    List<String> faults = new ArrayList<>();

    @Option(names = "--fault-share", paramLabel = "SHARE", description = "share of the calls that faults strike (1)")
    @Nullable
    Double faultShare;

    /** @throws IllegalArgumentException naming the option that cannot be */
    SimulatorSettings over(SimulatorSettings settings) {
        SimulatorSettings changed = settings;
        if (book != null) {
            changed = changed.withAnswers(book, accuracy, seed);
        }
        if (latency != null) {
            changed = changed.withLatency(Latency.parse(latency));
        }
        if (rpm != null || tpm != null || concurrency != null) {
            changed = changed.withLimits(new Limits(rpm, tpm, concurrency, null));
        }
        if (!faults.isEmpty()) {
            changed = changed.withFaults(faults.stream()
                    .map(FaultRule::of)
                    .map(rule -> faultShare == null ? rule : rule.forShare(faultShare))
                    .toArray(FaultRule[]::new));
        }
        return changed;
    }
}
