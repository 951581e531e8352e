package dev.assay.scorer.judge;

import dev.assay.schemas.JobStatus;
import dev.assay.schemas.JudgeCall;
import dev.assay.schemas.Result;
import dev.assay.scorer.scoring.JudgeReply;
import dev.assay.scorer.scoring.JudgeTask;
import org.jspecify.annotations.Nullable;

/** Makes what a score keeps of a judge's result. */
final class JudgeReplies {
    private JudgeReplies() {}

    static JudgeCall of(Result reply, PendingCall call, JudgeTask task) {
        String text = text(reply);
        JudgeReply read = text == null ? new JudgeReply.Unreadable(without(reply)) : task.read(text);
        return JudgeCall.newBuilder()
                .setJobId(reply.getJobId())
                .setSwapped(call.swapped())
                .setRepair(call.repair())
                .setStatus(reply.getStatus())
                .setModel(reply.getResponseModel())
                .setUsedFallback(reply.getUsedFallback())
                .setText(text)
                .setVerdict(read instanceof JudgeReply.Read(String verdict, String reason) ? verdict : null)
                .setProblem(read instanceof JudgeReply.Unreadable(String problem) ? problem : null)
                .setAttempts(reply.getAttempts().size())
                .setUsage(reply.getUsage())
                .setCost(reply.getCost())
                .build();
    }

    /** A question that is not asked, because its job would be larger than a record may be. */
    static JudgeCall unasked(String jobId, PendingCall call, int mostBytes) {
        return JudgeCall.newBuilder()
                .setJobId(jobId)
                .setSwapped(call.swapped())
                .setRepair(call.repair())
                .setStatus(JobStatus.DEAD_LETTERED)
                .setProblem("it was not asked: the request would have more than " + mostBytes + " bytes")
                .build();
    }

    /** Whether asking once more may help: there is a reply, and it does not keep to the form. */
    static boolean isToBeRepaired(JudgeCall reply) {
        return !reply.getRepair()
                && reply.getText() != null
                && reply.getVerdict() == null
                && (reply.getStatus() == JobStatus.SUCCEEDED || reply.getStatus() == JobStatus.FALLBACK);
    }

    private static @Nullable String text(Result reply) {
        String answer = reply.getAnswer();
        // One character more than may be read, so that a text that was cut is not taken for a whole one.
        return answer == null || answer.length() <= JudgeTask.MOST_REPLY_CHARS
                ? answer
                : answer.substring(0, JudgeTask.MOST_REPLY_CHARS + 1);
    }

    private static String without(Result reply) {
        if (reply.getFailureMessage() != null) {
            return reply.getFailureMessage();
        }
        return reply.getUnanswered() == null
                ? "it has no text"
                : reply.getUnanswered().name().toLowerCase(java.util.Locale.ROOT);
    }
}
