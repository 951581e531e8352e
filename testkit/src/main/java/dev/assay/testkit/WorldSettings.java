package dev.assay.testkit;

import dev.assay.sandbox.simulator.SimulatorSettings;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What a world is made of beside its Kafka.
 *
 * @param provider how the simulated provider answers
 * @param inFlight most calls at once of each worker
 * @param session after which silence a worker counts as dead; brokers of the sandbox take 3 s and more
 * @param drainGrace how long a worker's jobs in hand may go on when it stops or lets partitions go
 * @param settleInterval longest time that a finished job waits to be settled
 * @param pollLimit silence of a worker's poll thread after which its partitions go to others; null for the standard
 * @param scorerInside whether the world runs a scorer in this JVM; otherwise the scenario starts its own as processes
 * @param judged whether workers answer the jobs of judges, too
 * @param limited whether workers have limits, which are never reached, so that the ledger counts every call
 */
public record WorldSettings(
        SimulatorSettings provider,
        int inFlight,
        Duration session,
        Duration drainGrace,
        Duration settleInterval,
        @Nullable Duration pollLimit,
        boolean scorerInside,
        boolean judged,
        boolean limited) {
    private static final String PLENTY = """
        limits:
          share: 1
          models:
            - {provider: simulator, model: simulator-small, rpm: 1000000, tpm: 1000000000}
        """;

    /** The usual ones: a session of 10 s, a grace of 20 s, a scorer inside. */
    public static WorldSettings of(SimulatorSettings provider, int inFlight) {
        return new WorldSettings(
                provider,
                inFlight,
                Duration.ofSeconds(10),
                Duration.ofSeconds(20),
                Duration.ofMillis(200),
                null,
                true,
                false,
                false);
    }

    public WorldSettings withSession(Duration wanted) {
        return new WorldSettings(
                provider, inFlight, wanted, drainGrace, settleInterval, pollLimit, scorerInside, judged, limited);
    }

    public WorldSettings withSettleInterval(Duration wanted) {
        return new WorldSettings(
                provider, inFlight, session, drainGrace, wanted, pollLimit, scorerInside, judged, limited);
    }

    public WorldSettings withPollLimit(Duration grace, Duration limit) {
        return new WorldSettings(
                provider, inFlight, session, grace, settleInterval, limit, scorerInside, judged, limited);
    }

    public WorldSettings withoutScorer() {
        return new WorldSettings(
                provider, inFlight, session, drainGrace, settleInterval, pollLimit, false, judged, limited);
    }

    public WorldSettings withPlenty() {
        return new WorldSettings(
                provider, inFlight, session, drainGrace, settleInterval, pollLimit, scorerInside, judged, true);
    }

    public WorldSettings withJudges() {
        return new WorldSettings(
                provider, inFlight, session, drainGrace, settleInterval, pollLimit, scorerInside, true, limited);
    }

    /** A worker's settings as a file holds them. */
    String workerYaml(String name, String providerUrl) {
        return """
            worker: %s
            inFlight: %d
            sessionTimeout: %dms
            drainGrace: %dms
            settleInterval: %dms
            lanes:
              - name: %s%s%s
            providers:
              - name: simulator
                baseUrl: %s
            routes:
              - name: %s
                provider: simulator
                model: simulator-small
            %s%s\
            """.formatted(
                        name,
                        inFlight,
                        session.toMillis(),
                        drainGrace.toMillis(),
                        settleInterval.toMillis(),
                        World.LANE,
                        pollLimit == null ? "" : "\n    pollLimit: " + pollLimit.toMillis() + "ms",
                        judged ? "\n  - name: " + World.JUDGES : "",
                        providerUrl,
                        World.ROUTE,
                        judged ? "  - {name: judge, provider: simulator, model: judge}\n" : "",
                        limited ? PLENTY : "");
    }
}
