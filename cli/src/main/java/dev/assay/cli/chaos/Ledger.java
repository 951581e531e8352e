package dev.assay.cli.chaos;

import dev.assay.cli.chaos.ChaosEvidence.CallSeen;
import dev.assay.cli.chaos.ChaosEvidence.ResultSeen;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What the evidence adds up to.
 *
 * @param lost jobs that the submit enqueued and that have no result
 * @param doubledResults results beyond the first of their job
 * @param doubledScores scores beyond the first of their job
 * @param calls calls that the provider saw
 * @param duplicateCalls calls beyond the first of their job
 * @param inFlight calls in flight at the faults, each counted once
 * @param unexplained duplicate calls of jobs that were not as often in flight at a fault
 * @param inFlightAt for each fault, the jobs that its process had in flight
 */
record Ledger(
        long lost,
        long doubledResults,
        long doubledScores,
        long calls,
        long duplicateCalls,
        long inFlight,
        long unexplained,
        List<Set<String>> inFlightAt) {
    Ledger {
        inFlightAt = List.copyOf(inFlightAt);
    }

    static Ledger of(ChaosEvidence evidence) {
        Set<String> answered = new HashSet<>();
        evidence.results().forEach(result -> answered.add(result.job()));
        Set<String> doubled = new HashSet<>();
        long doubledResults = evidence.results().stream()
                .filter(result -> !doubled.add(result.job() + "/" + result.generation()))
                .count();
        Set<String> scored = new HashSet<>();
        long doubledScores = evidence.scores().stream()
                .filter(score -> !scored.add(score.job() + "/" + score.generation()))
                .count();
        List<Set<CallSeen>> inFlight = inFlight(evidence);
        Set<CallSeen> all = new HashSet<>();
        inFlight.forEach(all::addAll);
        Map<String, Integer> callsOf = new HashMap<>();
        evidence.calls().forEach(call -> callsOf.merge(call.job(), 1, Integer::sum));
        Map<String, Integer> explained = new HashMap<>();
        all.forEach(call -> explained.merge(call.job(), 1, Integer::sum));
        long unexplained = callsOf.entrySet().stream()
                .mapToLong(of -> Math.max(0, of.getValue() - 1 - explained.getOrDefault(of.getKey(), 0)))
                .sum();
        return new Ledger(
                evidence.jobs().stream()
                        .limit(evidence.enqueued())
                        .filter(job -> !answered.contains(job))
                        .count(),
                doubledResults,
                doubledScores,
                evidence.calls().size(),
                evidence.calls().size() - callsOf.size(),
                all.size(),
                unexplained,
                inFlight.stream().map(Ledger::jobs).toList());
    }

    /** The calls in flight at each fault; none where it did not hit a worker. */
    private static List<Set<CallSeen>> inFlight(ChaosEvidence evidence) {
        Map<String, Map<String, ResultSeen>> resultsBy = new HashMap<>();
        for (ResultSeen result : evidence.results()) {
            resultsBy
                    .computeIfAbsent(result.process(), process -> new HashMap<>())
                    .putIfAbsent(result.job(), result);
        }
        List<Set<CallSeen>> all = new ArrayList<>();
        for (FaultDone fault : evidence.faults()) {
            Map<String, ResultSeen> own = resultsBy.getOrDefault(fault.process(), Map.of());
            Set<CallSeen> open = new HashSet<>();
            for (CallSeen call : evidence.calls()) {
                if (call.process().equals(fault.process()) && isInFlight(call, own.get(call.job()), fault)) {
                    open.add(call);
                }
            }
            all.add(open);
        }
        return all;
    }

    /**
     * Whether a call of the process that was hit had begun and was not settled. What a killed process wrote it wrote
     * before; a frozen one goes on later, so there times decide. While it is frozen it begins no call, so those that
     * arrive meanwhile were on their way.
     */
    private static boolean isInFlight(
            CallSeen call, @org.jspecify.annotations.Nullable ResultSeen settled, FaultDone hit) {
        return switch (hit.fault()) {
            case Fault.Kill kill -> settled == null;
            case Fault.Freeze freeze ->
                call.at().isBefore(hit.at().plus(freeze.lasting()))
                        && (settled == null || settled.writtenAt().isAfter(hit.at()));
            case Fault.BrokerKill kill -> false;
        };
    }

    private static Set<String> jobs(Set<CallSeen> calls) {
        Set<String> jobs = new HashSet<>();
        calls.forEach(call -> jobs.add(call.job()));
        return Set.copyOf(jobs);
    }
}
