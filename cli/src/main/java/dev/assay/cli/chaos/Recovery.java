package dev.assay.cli.chaos;

import dev.assay.cli.chaos.ChaosEvidence.ChunkSeen;
import dev.assay.cli.chaos.ChaosEvidence.ResultSeen;
import dev.assay.cli.chaos.ChaosEvidence.ScoreSeen;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.LongStream;

/**
 * How long it took after a fault until the work of its process was done again, by whichever process, as a reader of
 * committed records sees it:
 *
 * <ul>
 *   <li>a worker: until every job that it had in flight has its result;
 *   <li>the scorer: until a result is scored that was committed after the fault;
 *   <li>the submitter: until a chunk is committed that was made after the fault;
 *   <li>the broker: until a result is committed that was written after the fault.
 * </ul>
 *
 * The time that a process is down or frozen on purpose is in it.
 */
final class Recovery {
    private Recovery() {}

    /**
     * @param inFlight the jobs that the process had in flight
     * @return empty where the process had nothing to do any more
     */
    static Optional<Duration> of(FaultDone hit, Set<String> inFlight, ChaosEvidence evidence) {
        OptionalLong seen = switch (hit.fault()) {
            case Fault.Kill kill -> of(kill.of(), hit, inFlight, evidence);
            case Fault.Freeze freeze -> of(freeze.of(), hit, inFlight, evidence);
            case Fault.BrokerKill kill ->
                first(evidence.results().stream()
                        .filter(result -> result.writtenAt().isAfter(hit.at()))
                        .mapToLong(ResultSeen::seenNanos));
        };
        return seen.isEmpty() ? Optional.empty() : Optional.of(Duration.ofNanos(seen.getAsLong() - hit.atNanos()));
    }

    private static OptionalLong of(Target target, FaultDone hit, Set<String> inFlight, ChaosEvidence evidence) {
        return switch (target) {
            case WORKER_1, WORKER_2 ->
                last(evidence.results().stream()
                        .filter(result -> inFlight.contains(result.job()))
                        .mapToLong(ResultSeen::seenNanos));
            case SCORER -> firstScore(hit, evidence);
            case SUBMITTER ->
                first(evidence.chunks().stream()
                        .filter(chunk -> chunk.madeAt().isAfter(hit.at()))
                        .mapToLong(ChunkSeen::seenNanos));
        };
    }

    private static OptionalLong firstScore(FaultDone hit, ChaosEvidence evidence) {
        Map<String, Long> resultSeen = new HashMap<>();
        evidence.results().forEach(result -> resultSeen.putIfAbsent(result.job(), result.seenNanos()));
        List<ScoreSeen> scores = evidence.scores();
        return first(scores.stream()
                .filter(score -> resultSeen.getOrDefault(score.job(), hit.atNanos()) - hit.atNanos() > 0)
                .mapToLong(ScoreSeen::seenNanos));
    }

    private static OptionalLong first(LongStream times) {
        return times.reduce((one, other) -> one - other <= 0 ? one : other);
    }

    private static OptionalLong last(LongStream times) {
        return times.reduce((one, other) -> one - other >= 0 ? one : other);
    }
}
