package dev.assay.cli.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.cli.chaos.ChaosEvidence.CallSeen;
import dev.assay.cli.chaos.ChaosEvidence.ChunkSeen;
import dev.assay.cli.chaos.ChaosEvidence.ResultSeen;
import dev.assay.cli.chaos.ChaosEvidence.ScoreSeen;
import dev.assay.cli.read.Check;
import dev.assay.cli.read.Finding;
import dev.assay.cli.read.InFlight;
import dev.assay.cli.read.Verification;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Judging evidence of things that did not happen. Times are seconds from an arbitrary start. */
class LedgerTest {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    private final List<String> jobs = new ArrayList<>();
    private final List<ResultSeen> results = new ArrayList<>();
    private final List<ScoreSeen> scores = new ArrayList<>();
    private final List<ChunkSeen> chunks = new ArrayList<>();
    private final List<String> letters = new ArrayList<>();
    private final List<CallSeen> calls = new ArrayList<>();
    private final List<FaultDone> faults = new ArrayList<>();
    private final List<Ended> ended = new ArrayList<>();
    private Verification verification = verification(0, List.of());

    @Test
    void aRunWithoutTroubleKeepsEveryPromise() {
        job("a", "worker-1.1", 1);
        job("b", "worker-2.1", 2);
        kill(Target.WORKER_1, "worker-1.1", 3);

        assertThat(broken()).isEmpty();
        assertThat(ledger().duplicateCalls()).isZero();
    }

    @Test
    void aJobThatWasInFlightAtAKillMayBeCalledAgain() {
        call("a", "worker-1.1", 1);
        kill(Target.WORKER_1, "worker-1.1", 2);
        job("a", "worker-2.1", 8);

        assertThat(ledger().duplicateCalls()).isEqualTo(1);
        assertThat(ledger().inFlight()).isEqualTo(1);
        assertThat(broken()).isEmpty();
        assertThat(recovery(0)).contains(Duration.ofSeconds(6));
    }

    @Test
    void aJobThatTheKilledProcessHadSettledMayNot() {
        job("a", "worker-1.1", 1);
        kill(Target.WORKER_1, "worker-1.1", 2);
        call("a", "worker-2.1", 8);

        assertThat(broken()).containsExactly("duplicateCalls", "unexplainedCalls");
    }

    @Test
    void aCallOfAnotherProcessIsNotExcusedByTheKill() {
        call("a", "worker-2.1", 1);
        kill(Target.WORKER_1, "worker-1.1", 2);
        job("a", "worker-2.1", 3);

        assertThat(broken()).containsExactly("duplicateCalls", "unexplainedCalls");
    }

    @Test
    void asManyDuplicatesAsInFlightAreNotEnoughWhenTheyAreOfOtherJobs() {
        call("a", "worker-1.1", 1);
        kill(Target.WORKER_1, "worker-1.1", 2);
        result("a", "worker-2.1", 3);
        call("b", "worker-2.1", 4);
        job("b", "worker-2.1", 5);
        jobs.add("a");

        assertThat(broken()).containsExactly("unexplainedCalls");
    }

    @Test
    void whatAFrozenProcessHadInFlightIsDecidedByTime() {
        call("a", "worker-1.1", 1);
        freeze(Target.WORKER_1, "worker-1.1", 2, 8);
        call("a", "worker-2.1", 7);
        call("a", "worker-1.1", 11);
        result("a", "worker-1.1", 12);
        job("b", "worker-1.1", 1);
        call("c", "worker-1.1", 11);
        job("c", "worker-2.1", 12);
        jobs.add("a");

        assertThat(ledger().inFlightAt()).containsExactly(Set.of("a"));
        assertThat(ledger().duplicateCalls()).isEqualTo(3);
        assertThat(broken()).containsExactly("duplicateCalls", "unexplainedCalls");
    }

    @Test
    void lossesAndDoublesAreSeen() {
        job("a", "worker-1.1", 1);
        result("a", "worker-2.1", 2);
        scores.add(new ScoreSeen("a", 0, 9));
        jobs.add("b");
        letters.add("b died");
        verification = verification(1, List.of(new Finding(Check.LOST, 1, List.of("b"))));
        kill(Target.SCORER, "scorer.1", 3);

        assertThat(broken()).containsExactly("lost", "doubledResults", "doubledScores", "deadLetters", "remainder");
    }

    @Test
    void aServiceThatEndedByItselfIsTroubleAndOneThatFoundNoBrokerIsNot() {
        job("a", "worker-1.1", 1);
        kill(Target.WORKER_1, "worker-1.1", 3);
        ended.add(new Ended("worker-1.2", START, 6, false, ""));
        assertThat(broken()).isEmpty();

        ended.add(new Ended("scorer.1", START, 6, true, ""));
        assertThat(broken()).containsExactly("ended");
    }

    @Test
    void faultsAfterTheLastResultProveNothing() {
        job("a", "worker-1.1", 1);
        faults.add(new FaultDone(
                new Fault.BrokerKill(Duration.ofSeconds(9), Duration.ZERO), "broker.1", at(9), nanos(9), 0));

        assertThat(broken()).containsExactly("lastFault");
    }

    @Test
    void recoveryIsTheFirstWorkOfTheSameKindBehindTheFault() {
        job("a", "worker-1.1", 1);
        kill(Target.SCORER, "scorer.1", 2);
        kill(Target.SUBMITTER, "submitter.1", 2);
        faults.add(new FaultDone(
                new Fault.BrokerKill(Duration.ofSeconds(2), Duration.ZERO), "broker.1", at(2), nanos(2), 9));
        chunks.add(new ChunkSeen(at(1), 100, nanos(3)));
        chunks.add(new ChunkSeen(at(6), 200, nanos(7)));
        // Seen late, for its transaction was committed when the broker was back, but written before it died.
        result("b", "worker-1.1", 1.5);
        result("c", "worker-1.1", 8);
        scores.add(new ScoreSeen("b", 0, nanos(3)));
        scores.add(new ScoreSeen("c", 0, nanos(9)));

        assertThat(recovery(0)).contains(Duration.ofSeconds(7));
        assertThat(recovery(1)).contains(Duration.ofSeconds(5));
        assertThat(recovery(2)).contains(Duration.ofSeconds(6));
    }

    private void job(String id, String process, double second) {
        jobs.add(id);
        call(id, process, second);
        result(id, process, second);
        scores.add(new ScoreSeen(id, 0, nanos(second)));
    }

    private void call(String job, String process, double second) {
        calls.add(new CallSeen(calls.size() + 1, job, process, at(second)));
    }

    private void result(String job, String process, double second) {
        results.add(new ResultSeen(job, 0, process, at(second), nanos(second)));
    }

    private void kill(Target target, String process, double second) {
        Fault fault = new Fault.Kill(Duration.ofSeconds((long) second), target, Duration.ZERO);
        faults.add(new FaultDone(fault, process, at(second), nanos(second), 9));
    }

    private void freeze(Target target, String process, double second, int lasting) {
        Fault fault = new Fault.Freeze(Duration.ofSeconds((long) second), target, Duration.ofSeconds(lasting));
        faults.add(new FaultDone(fault, process, at(second), nanos(second), 9));
    }

    private Ledger ledger() {
        return Ledger.of(evidence());
    }

    private List<String> broken() {
        return Promise.of(evidence(), ledger()).stream()
                .filter(promise -> !promise.seen().isRight())
                .map(Promise::code)
                .toList();
    }

    private java.util.Optional<Duration> recovery(int fault) {
        return Recovery.of(faults.get(fault), ledger().inFlightAt().get(fault), evidence());
    }

    private ChaosEvidence evidence() {
        return new ChaosEvidence(
                jobs, jobs.size(), true, results, scores, chunks, letters, calls, faults, ended, verification);
    }

    private static Verification verification(long remainder, List<Finding> findings) {
        return new Verification("chaos", 2, true, Map.of(), new InFlight(0, 0, 0, 0), remainder, findings);
    }

    private static Instant at(double second) {
        return START.plusNanos(nanos(second));
    }

    private static long nanos(double second) {
        return (long) (second * 1e9);
    }
}
