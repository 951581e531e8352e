package dev.assay.cli.read;

import dev.assay.runtime.KafkaClients;
import dev.assay.schemas.RunManifest;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
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
     * Readings before trouble is believed. A reading is exact unless a transaction became visible in one topic and not
     * yet in another, which lasts milliseconds; trouble that is real stays.
     */
    private static final int READINGS = 6;

    private static final long BETWEEN_READINGS_MILLIS = 500;

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
     * Reads and reckons; trouble has to show in two readings running to be told.
     *
     * @param manifest the run's manifest, which says its lane
     */
    public static Verification of(KafkaClients clients, RunManifest manifest) {
        Verification last = read(clients, manifest);
        for (int reading = 1; reading < READINGS && !last.holds(); reading++) {
            pause();
            Verification next = read(clients, manifest);
            if (next.equals(last)) {
                return next;
            }
            last = next;
        }
        return last;
    }

    private static Verification read(KafkaClients clients, RunManifest manifest) {
        Reading reading = Reading.take(clients, manifest);
        Conservation conservation = reading.conservation();
        return new Verification(
                manifest.getRunId(),
                conservation.enqueued(),
                conservation.submitComplete(),
                conservation.summary().outcomes(),
                conservation.inFlight(),
                conservation.remainder(),
                reading.findings());
    }

    private static void pause() {
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(BETWEEN_READINGS_MILLIS));
    }
}
