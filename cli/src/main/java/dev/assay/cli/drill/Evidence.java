package dev.assay.cli.drill;

import dev.assay.sandbox.simulator.CallRecord;
import dev.assay.schemas.Attempt;
import dev.assay.schemas.DeadLetter;
import dev.assay.schemas.FailureKind;
import dev.assay.schemas.JobStatus;
import dev.assay.schemas.Result;
import dev.assay.schemas.Score;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a row left behind: the logs of its providers and the records of its runs. Nothing in it comes from a counter of
 * Assay's own.
 *
 * @param row the row's name, which ends the names of its providers
 * @param jobs every job submitted, as {@code run/job}
 * @param calls what each provider saw, by its role in the row, in order of arrival
 * @param results every result of its runs
 * @param letters every dead letter of its runs
 * @param scores every score of its runs
 * @param moments when something was done, by name, in monotonic nanoseconds
 */
record Evidence(
        String row,
        Set<String> jobs,
        Map<String, List<CallRecord>> calls,
        List<Result> results,
        List<DeadLetter> letters,
        List<Score> scores,
        Map<String, Long> moments) {
    Evidence {
        jobs = Set.copyOf(jobs);
        calls = calls.entrySet().stream()
                .collect(Collectors.toUnmodifiableMap(
                        Map.Entry::getKey,
                        one -> one.getValue().stream()
                                .sorted(Comparator.comparingLong(CallRecord::arrivedNanos))
                                .toList()));
        results = List.copyOf(results);
        letters = List.copyOf(letters);
        scores = List.copyOf(scores);
        moments = Map.copyOf(moments);
    }

    static String jobOf(Result result) {
        return result.getRunId() + "/" + result.getJobId();
    }

    /** The name under which workers know a provider of this row. */
    static String provider(String role, String row) {
        return role + "." + row;
    }

    String provider(String role) {
        return provider(role, row);
    }

    /** Calls that a provider saw, in order of arrival. */
    List<CallRecord> called(String role) {
        List<CallRecord> seen = calls.get(role);
        if (seen == null) {
            throw new IllegalArgumentException(row + " has no provider " + role);
        }
        return seen;
    }

    /** Those of them that are of a job whose id begins so. */
    List<CallRecord> called(String role, String jobs) {
        return called(role).stream().filter(call -> idOf(call).startsWith(jobs)).toList();
    }

    /** Those of them that are of the job of a result. */
    List<CallRecord> callsOf(String role, Result result) {
        return called(role).stream()
                .filter(call -> jobOf(call).equals(jobOf(result)))
                .toList();
    }

    /** Calls that all providers saw. */
    long allCalls() {
        return calls.values().stream().mapToLong(List::size).sum();
    }

    /** Physical calls by {@code run/job}. */
    Map<String, Long> callsPerJob(String role) {
        return called(role).stream().collect(Collectors.groupingBy(Evidence::jobOf, Collectors.counting()));
    }

    double amplification() {
        return jobs.isEmpty() ? 0 : (double) allCalls() / jobs.size();
    }

    /** Results of jobs whose id begins so. */
    List<Result> results(String jobs) {
        return results.stream()
                .filter(result -> result.getJobId().startsWith(jobs))
                .toList();
    }

    long count(Predicate<Result> which) {
        return results.stream().filter(which).count();
    }

    long count(JobStatus status) {
        return count(result -> result.getStatus() == status);
    }

    /** Every attempt that results tell of at a provider. */
    Stream<Attempt> attempts(String role) {
        return results.stream()
                .flatMap(result -> result.getAttempts().stream())
                .filter(attempt -> attempt.getProvider().equals(provider(role)));
    }

    long letters(FailureKind kind) {
        return letters.stream().filter(letter -> letter.getKind() == kind).count();
    }

    long moment(String name) {
        Long moment = moments.get(name);
        if (moment == null) {
            throw new IllegalArgumentException(row + " has no moment " + name);
        }
        return moment;
    }

    /** When the provider was through with a call, or saw its client gone. */
    static long endOf(CallRecord call) {
        return call.arrivedNanos() + call.durationNanos();
    }

    static long arrivedBetween(List<CallRecord> calls, long from, long to) {
        return calls.stream()
                .filter(call -> call.arrivedNanos() - from >= 0 && call.arrivedNanos() - to < 0)
                .count();
    }

    static long inFlightAt(List<CallRecord> calls, long moment) {
        return calls.stream()
                .filter(call -> call.arrivedNanos() - moment <= 0 && endOf(call) - moment > 0)
                .count();
    }

    /** The most calls that ran at once among those that a predicate keeps, at the arrival of any of them. */
    static long peak(List<CallRecord> calls, Predicate<CallRecord> which) {
        return calls.stream()
                .filter(which)
                .mapToLong(call -> inFlightAt(calls, call.arrivedNanos()))
                .max()
                .orElse(0);
    }

    static double seconds(long nanos) {
        return nanos / (double) Duration.ofSeconds(1).toNanos();
    }

    /** {@code run/job} of a call, by its idempotency key; empty where it has none. */
    static String jobOf(CallRecord call) {
        String key = call.idempotencyKey() == null ? "" : call.idempotencyKey();
        int second = key.indexOf('/', key.indexOf('/') + 1);
        return second < 0 ? "" : key.substring(0, second);
    }

    private static String idOf(CallRecord call) {
        String job = jobOf(call);
        return job.substring(job.indexOf('/') + 1);
    }
}
