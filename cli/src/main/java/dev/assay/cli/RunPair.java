package dev.assay.cli;

import dev.assay.cli.exit.ExitCode;
import dev.assay.cli.exit.Trouble;
import dev.assay.cli.read.RunScores;
import dev.assay.cli.read.RunView;
import dev.assay.cli.read.Yardsticks;
import dev.assay.cli.terminal.Figures;
import dev.assay.runtime.KafkaClients;
import dev.assay.schemas.Score;
import dev.assay.schemas.ScorePart;
import dev.assay.schemas.ScoreSet;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Two runs about to be compared: what forbids it, what to be wary of, and the pairs of their scores. */
final class RunPair {
    /** Fewer jobs with a value in both say little of any difference. */
    private static final int FEW = 30;

    private final RunRef a;
    private final RunRef b;
    private final List<String> warnings = new ArrayList<>();

    RunPair(RunRef a, RunRef b) {
        this.a = a;
        this.b = b;
        if (a.equals(b)) {
            throw new Trouble(ExitCode.USAGE, "both are " + a + " (expected: two runs)", "");
        }
    }

    /** Takes what the two scores of a job say. */
    @FunctionalInterface
    interface PairVisitor {
        void visit(Score before, Score after);
    }

    /**
     * How many jobs there are.
     *
     * @param inA jobs with a score in the first
     * @param inB jobs with a score in the second
     * @param common jobs with a score in both
     */
    record Extent(long inA, long inB, long common) {}

    List<String> warnings() {
        return List.copyOf(warnings);
    }

    /** Refuses a run that is not over, whose figures of tomorrow are others. */
    void requireOver(RunView run, boolean partial) {
        if (run.state() == RunView.State.OVER) {
            return;
        }
        String standing =
                Figures.count(run.finished()) + " of " + Figures.counted(run.enqueued(), "job") + " have ended";
        if (!partial) {
            throw refused(
                    "run " + run.runId() + " is not over: " + standing,
                    "wait for it: assay watch " + run.runId() + ", or compare what there is: --partial");
        }
        warnings.add("run " + run.runId() + " is not over: " + standing + "; what ends first may be easier");
    }

    /** Refuses runs whose jobs were judged by other scorers, options or targets. */
    void requireSameYardstick(KafkaClients clients, RunView runA, RunView runB) {
        if (a.runId().equals(b.runId())) {
            warnings.add("the answers are the same: what differs is the scoring");
            return;
        }
        requireSameSets(runA, runB);
        Yardsticks yardsticks = Yardsticks.of(clients, runA, runB);
        if (!yardsticks.areTheSame()) {
            String what = yardsticks.otherTargets() > 0 ? "targets" : "scorers, options or weights";
            long count = yardsticks.otherTargets() + yardsticks.otherScorers();
            throw refused(
                    Figures.count(count) + " of " + Figures.counted(yardsticks.common(), "common job")
                            + " are judged by other " + what + ", such as " + yardsticks.example(),
                    "score one of them again by the other's expectation: assay score --run");
        }
        if (yardsticks.otherPrompts() > 0) {
            warnings.add(Figures.counted(yardsticks.otherPrompts(), "common job")
                    + " ask otherwise: their prompts differ, so prompts are compared too");
        }
    }

    /** Score sets of two runs were made of the same expectations, or they are two measures. */
    private void requireSameSets(RunView runA, RunView runB) {
        Optional<ScoreSet> setA = Optional.ofNullable(a.scoreSet()).flatMap(runA::scoreSet);
        Optional<ScoreSet> setB = Optional.ofNullable(b.scoreSet()).flatMap(runB::scoreSet);
        if (!setA.map(ScoreSet::getExpectationHash).equals(setB.map(ScoreSet::getExpectationHash))) {
            throw refused(
                    a + " is judged by " + setA.map(ScoreSet::getExpectation).orElse("its jobs' own expectations")
                            + ", " + b + " by "
                            + setB.map(ScoreSet::getExpectation).orElse("its jobs' own expectations"),
                    "score both alike: assay score --run");
        }
    }

    /** Hands every job that both have to the visitor, in the order of the first. */
    Extent pair(RunScores scoresA, RunScores scoresB, PairVisitor visitor) throws IOException {
        long[] counts = new long[3];
        scoresB.each(score -> counts[1]++);
        scoresA.each(before -> {
            counts[0]++;
            Score after = scoresB.find(before.getJobId(), before.getOrdinal());
            if (after != null) {
                counts[2]++;
                requireSameParts(before, after);
                visitor.visit(before, after);
            }
        });
        if (counts[2] == 0) {
            throw refused(
                    a + " and " + b + " have no job in common: " + Figures.count(counts[0]) + " and "
                            + Figures.counted(counts[1], "job") + ", none of the same id",
                    "compare runs of the same job file");
        }
        return new Extent(counts[0], counts[1], counts[2]);
    }

    /** Adds what the figures themselves warn of. */
    void lookAt(Extent extent, long bothScored) {
        if (bothScored < FEW) {
            warnings.add("only " + Figures.counted(bothScored, "job") + " with a value in both: too few to tell much");
        }
        if (2 * extent.common() < Math.min(extent.inA(), extent.inB())) {
            warnings.add("fewer than half of the jobs of either are common to both");
        }
    }

    private void requireSameParts(Score before, Score after) {
        List<ScorePart> partsA = before.getParts();
        List<ScorePart> partsB = after.getParts();
        if (partsA.isEmpty() || partsB.isEmpty() || a.runId().equals(b.runId())) {
            return;
        }
        String difference = difference(partsA, partsB);
        if (difference != null) {
            throw refused(
                    "job " + before.getJobId() + " is judged otherwise: " + difference,
                    "score one of them again by the other's expectation: assay score --run");
        }
    }

    private static @Nullable String difference(List<ScorePart> partsA, List<ScorePart> partsB) {
        boolean same = partsA.size() == partsB.size();
        for (int i = 0; same && i < partsA.size(); i++) {
            same = partsA.get(i).getScorer().equals(partsB.get(i).getScorer())
                    && partsA.get(i).getWeight() == partsB.get(i).getWeight();
        }
        return same ? null : names(partsA) + " against " + names(partsB);
    }

    private static String names(List<ScorePart> parts) {
        return String.join(
                ", ",
                parts.stream()
                        .map(part -> part.getScorer() + (part.getWeight() == 1 ? "" : " x " + part.getWeight()))
                        .toList());
    }

    private static Trouble refused(String why, String advice) {
        return new Trouble(ExitCode.CONFLICT, "not comparable: " + why, advice);
    }
}
