package dev.assay.scorer.scoring;

import dev.assay.schemas.JobStatus;
import dev.assay.schemas.JudgeCall;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes one verdict of the calls of a judge. One call without a verdict leaves the judge without one. */
final class JudgeVerdicts {
    private JudgeVerdicts() {}

    static Verdict of(JudgeTask task, List<JudgeCall> calls) {
        List<JudgeReply.Read> read = new ArrayList<>();
        for (boolean swapped : task.isAskedBothWays() ? new boolean[] {false, true} : new boolean[] {false}) {
            JudgeCall call = lastOf(calls, swapped);
            if (call == null) {
                return new Verdict.Unscored(UnscoredReason.JUDGE_EXPIRED, "the judge did not reply in time");
            }
            if (!isReply(call.getStatus())) {
                return without(call);
            }
            // Read again from its text, so that the score says what the text says.
            switch (task.read(call.getText() == null ? "" : call.getText())) {
                case JudgeReply.Read verdict -> read.add(verdict);
                case JudgeReply.Unreadable(String problem) -> {
                    return new Verdict.Unscored(
                            UnscoredReason.JUDGE_PARSE, "the judge's reply cannot be used: " + problem);
                }
            }
        }
        return task.verdict(read);
    }

    static boolean isReply(JobStatus status) {
        return status == JobStatus.SUCCEEDED || status == JobStatus.FALLBACK;
    }

    private static Verdict without(JudgeCall call) {
        String why = call.getProblem() == null ? "the judge gave no verdict" : call.getProblem();
        return new Verdict.Unscored(
                switch (call.getStatus()) {
                    case SUCCEEDED, FALLBACK -> UnscoredReason.JUDGE_PARSE;
                    case UNANSWERED -> UnscoredReason.JUDGE_UNANSWERED;
                    case DEAD_LETTERED -> UnscoredReason.JUDGE_FAILED;
                    case EXPIRED -> UnscoredReason.JUDGE_EXPIRED;
                    case CANCELLED -> UnscoredReason.JUDGE_CANCELLED;
                },
                why);
    }

    /** The call that counts: the repair where there is one. */
    private static @Nullable JudgeCall lastOf(List<JudgeCall> calls, boolean swapped) {
        JudgeCall last = null;
        for (JudgeCall call : calls) {
            if (call.getSwapped() == swapped && (last == null || call.getRepair())) {
                last = call;
            }
        }
        return last;
    }
}
