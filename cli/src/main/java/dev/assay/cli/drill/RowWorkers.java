package dev.assay.cli.drill;

import dev.assay.worker.CandidateSettings;
import dev.assay.worker.LaneSettings;
import dev.assay.worker.PreparedFallback;
import dev.assay.worker.RouteSettings;
import dev.assay.worker.WorkerSettings;
import dev.assay.worker.breaker.BreakerSettings;
import dev.assay.worker.route.OnAccountBlock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The workers of one row, as they are described before they start. */
final class RowWorkers {
    /** The route that jobs ask for where nothing else is said. */
    static final String ROUTE = "main";

    private final RowRun run;
    private final List<RouteSettings> routes = new ArrayList<>();
    private int inFlight = 8;
    private @Nullable Duration entry;
    private @Nullable Duration total;
    private @Nullable PreparedFallback fallback;
    private BreakerSettings breaker = BreakerSettings.standard();

    RowWorkers(RowRun run) {
        this.run = run;
    }

    RowWorkers route(CandidateSettings... candidates) {
        return route(ROUTE, OnAccountBlock.WAIT, candidates);
    }

    RowWorkers route(String name, OnAccountBlock onAccountBlock, CandidateSettings... candidates) {
        routes.add(
                new RouteSettings(name, List.of(candidates), null, onAccountBlock, RouteSettings.MAX_ATTEMPTS, true));
        return this;
    }

    RowWorkers inFlight(int most) {
        inFlight = most;
        return this;
    }

    /** How long a job may wait with its slot. */
    RowWorkers entry(Duration limit) {
        entry = limit;
        return this;
    }

    /** How long a call may take. */
    RowWorkers callLimit(Duration limit) {
        total = limit;
        return this;
    }

    RowWorkers prepared(String text) {
        fallback = new PreparedFallback("drill", text);
        return this;
    }

    /** A breaker that opens on so many failures in a window, for that long, and comes back in five steps. */
    RowWorkers breaker(int minCalls, Duration openFor, Duration rampStep) {
        BreakerSettings standard = BreakerSettings.standard();
        breaker = new BreakerSettings(
                Math.max(standard.window(), minCalls),
                minCalls,
                standard.failedShare(),
                standard.slowCall(),
                standard.slowShare(),
                openFor,
                standard.longestHint(),
                standard.rampSteps(),
                rampStep,
                null);
        return this;
    }

    /** A breaker that never opens, where a row is about what comes before it. */
    RowWorkers patientBreaker() {
        return breaker(10_000, Duration.ofSeconds(1), Duration.ofSeconds(1));
    }

    void start(int count) throws InterruptedException {
        LaneSettings.Timeouts limits = new LaneSettings.Timeouts(entry, null, total, total, total, total);
        List<LaneSettings> lanes = new ArrayList<>();
        for (int i = 0; i < run.laneCount(); i++) {
            lanes.add(new LaneSettings(run.lane(i), null, limits, fallback, null));
        }
        run.start(
                count,
                WorkerSettings.of(lanes, run.providers(), routes)
                        .withInFlight(inFlight)
                        .withBreaker(breaker)
                        .withSessionTimeout(Duration.ofSeconds(6)));
    }
}
