package dev.assay.cli.chaos;

import dev.assay.cli.drill.Seen;
import dev.assay.cli.terminal.Figures;
import java.util.List;

/**
 * Something that must hold whatever is killed, with what was seen of it.
 *
 * @param code its name in JSON
 * @param words what it is
 * @param seen whether it held, and the figures
 */
record Promise(String code, String words, Seen seen) {
    static List<Promise> of(ChaosEvidence evidence, Ledger ledger) {
        long jobs = evidence.jobs().size();
        boolean isWhole = evidence.isSubmitComplete() && evidence.enqueued() == jobs;
        List<Ended> broken = evidence.ended().stream().filter(Ended::wasReady).toList();
        long unfinished =
                evidence.faults().isEmpty() ? 0 : evidence.faults().getLast().unfinished();
        return List.of(
                new Promise(
                        "submitted",
                        "every job of the file is enqueued",
                        new Seen(isWhole, Figures.count(evidence.enqueued()) + " of " + Figures.counted(jobs, "job"))),
                new Promise("lost", "jobs without a result", Seen.none(ledger.lost(), "job")),
                new Promise(
                        "doubledResults",
                        "results beyond the first of their job",
                        Seen.none(ledger.doubledResults(), "result")),
                new Promise(
                        "doubledScores",
                        "scores beyond the first of their job",
                        Seen.none(ledger.doubledScores(), "score")),
                new Promise(
                        "deadLetters",
                        "dead letters",
                        Seen.none(evidence.letters().size(), "dead letter")),
                new Promise(
                        "duplicateCalls",
                        "calls beyond the first of their job, at most those in flight at the faults",
                        Seen.atMost(ledger.duplicateCalls(), ledger.inFlight(), "call")),
                new Promise(
                        "unexplainedCalls",
                        "duplicate calls of jobs that no fault hit in flight",
                        Seen.none(ledger.unexplained(), "call")),
                new Promise("remainder", "what assay verify finds", verified(evidence)),
                new Promise(
                        "ended", "services that ended without having been killed", Seen.none(broken.size(), "service")),
                new Promise(
                        "lastFault",
                        "the last fault came while jobs were unfinished",
                        Seen.atLeast(unfinished, 1, "job")));
    }

    private static Seen verified(ChaosEvidence evidence) {
        long remainder = evidence.verification().remainder();
        long open = evidence.verification().inFlight().total();
        StringBuilder words = new StringBuilder("remainder " + remainder);
        if (open > 0) {
            words.append(", ").append(Figures.counted(open, "job")).append(" not counted yet");
        }
        evidence.verification()
                .findings()
                .forEach(finding -> words.append(", ")
                        .append(finding.check().code())
                        .append(' ')
                        .append(finding.count()));
        return new Seen(evidence.verification().holds() && open == 0, words.toString());
    }
}
