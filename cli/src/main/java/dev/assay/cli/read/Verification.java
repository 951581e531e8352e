package dev.assay.cli.read;

import dev.assay.runtime.KafkaClients;
import dev.assay.schemas.RunManifest;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/**
 * Whether a run adds up: enqueued = sum of the outcomes + in flight, each job with one result and one score, and the
 * summary what its scores say. It holds at any moment, also while the run goes on and after any crash.
 *
 * @param runId the run
 * @param enqueued jobs enqueued, as the submit's progress says
 * @param submitComplete whether that is all of them
 * @param outcomes the summary's jobs by outcome
 * @param inFlight jobs under way, counted where they are
 * @param remainder enqueued - outcomes - in flight; anything but 0 is wrong
 * @param findings what the other checks found
 */
public record Verification(
        String runId,
        long enqueued,
        boolean submitComplete,
        Map<String, Long> outcomes,
        InFlight inFlight,
        long remainder,
        List<Finding> findings) {
    /**
     * How long a summary may stand still beside a scorer that runs. A scorer that was killed still counts as running
     * until its session times out, and its successor has to restore its state first.
     */
    private static final Duration STANDSTILL = Duration.ofSeconds(30);

    private static final Duration BETWEEN_READINGS = Duration.ofMillis(500);

    public Verification {
        outcomes = Map.copyOf(outcomes);
        findings = List.copyOf(findings);
    }

    /** Whether nothing is wrong. */
    public boolean holds() {
        return remainder == 0 && findings.isEmpty();
    }

    /** Jobs that the summary counts. */
    public long finished() {
        return outcomes.values().stream().mapToLong(Long::longValue).sum();
    }

    /**
     * Reads and reckons. Trouble is told when two readings running show the same: a transaction becomes visible in one
     * topic a little before another. A summary that is behind its scores is given time to catch up; it takes at most
     * {@code STANDSTILL} to tell that it does not.
     *
     * @param manifest the run's manifest, which says its lane
     */
    public static Verification of(KafkaClients clients, RunManifest manifest) {
        long start = System.nanoTime();
        Reading last = Reading.take(clients, manifest);
        while (true) {
            Verification verdict = of(manifest, last, false);
            if (verdict.holds() && !isBehind(verdict, last)) {
                return verdict;
            }
            LockSupport.parkNanos(BETWEEN_READINGS.toNanos());
            Reading next = Reading.take(clients, manifest);
            Verification nextVerdict = of(manifest, next, false);
            boolean isSettled = !isBehind(nextVerdict, next)
                    || nextVerdict.finished() != verdict.finished()
                    || !next.isScorerRunning();
            if (isSettled && (nextVerdict.holds() || nextVerdict.equals(verdict))) {
                return nextVerdict;
            }
            if (System.nanoTime() - start > STANDSTILL.toNanos()) {
                return of(manifest, next, !isSettled);
            }
            last = next;
        }
    }

    /** Whether the summary has scores still to count. */
    private static boolean isBehind(Verification verdict, Reading reading) {
        return verdict.inFlight().counting() > 0 || reading.conservation().mayCountReplay();
    }

    private static Verification of(RunManifest manifest, Reading reading, boolean stalled) {
        Conservation conservation = stalled ? reading.conservation().stalled() : reading.conservation();
        return new Verification(
                manifest.getRunId(),
                conservation.enqueued(),
                conservation.submitComplete(),
                conservation.summary().outcomes(),
                conservation.inFlight(),
                conservation.remainder(),
                reading.findings(conservation));
    }
}
