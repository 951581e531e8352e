package dev.assay.scorer.judge;

import dev.assay.schemas.JobStatus;
import dev.assay.schemas.JudgeCall;
import dev.assay.schemas.TokenUsage;
import dev.assay.scorer.fold.StateInput;
import dev.assay.scorer.fold.StateOutput;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;

/** The bytes in which a {@link Pending} is kept. */
final class PendingState {
    private static final int VERSION = 1;

    private PendingState() {}

    static byte[] write(Pending pending) {
        StateOutput out = new StateOutput();
        out.number(VERSION);
        out.number(pending.generation());
        out.number(pending.recordMillis());
        out.number(pending.judgedByMillis());
        out.number(pending.calls().size());
        for (PendingCall call : pending.calls()) {
            out.number(call.part());
            out.flag(call.swapped());
            out.flag(call.repair());
            out.flag(call.sent());
            out.flag(call.reply() != null);
            if (call.reply() != null) {
                writeReply(out, call.reply());
            }
        }
        out.bytes(pending.result().get());
        return out.toBytes();
    }

    static Pending read(byte[] bytes) {
        StateInput in = new StateInput(bytes);
        in.version(VERSION);
        int generation = in.smallNumber();
        long recordMillis = in.number();
        long judgedByMillis = in.number();
        List<PendingCall> calls = new ArrayList<>();
        for (int left = in.smallNumber(); left > 0; left--) {
            int part = in.smallNumber();
            boolean swapped = in.flag();
            boolean repair = in.flag();
            boolean sent = in.flag();
            calls.add(new PendingCall(part, swapped, repair, sent, in.flag() ? readReply(in, swapped, repair) : null));
        }
        return new Pending(generation, recordMillis, judgedByMillis, Bytes.wrap(in.rest()), calls);
    }

    /** The generation alone, which is read for every result of a job that waits. */
    static int generationOf(byte[] bytes) {
        StateInput in = new StateInput(bytes);
        in.version(VERSION);
        return in.smallNumber();
    }

    private static void writeReply(StateOutput out, JudgeCall reply) {
        out.text(reply.getJobId());
        out.text(reply.getStatus().name());
        for (String text : new String[] {
            reply.getModel(), reply.getUsedFallback(), reply.getText(), reply.getVerdict(), reply.getProblem()
        }) {
            out.textOrNull(text);
        }
        out.number(reply.getAttempts());
        TokenUsage usage = reply.getUsage();
        out.flag(usage != null);
        if (usage != null) {
            out.number(usage.getInput());
            out.number(usage.getCachedInput());
            out.number(usage.getOutput());
            out.number(usage.getReasoning());
        }
        BigDecimal cost = reply.getCost();
        out.textOrNull(cost == null ? null : cost.toPlainString());
    }

    private static JudgeCall readReply(StateInput in, boolean swapped, boolean repair) {
        return JudgeCall.newBuilder()
                .setJobId(in.text())
                .setSwapped(swapped)
                .setRepair(repair)
                .setStatus(JobStatus.valueOf(in.text()))
                .setModel(in.textOrNull())
                .setUsedFallback(in.textOrNull())
                .setText(in.textOrNull())
                .setVerdict(in.textOrNull())
                .setProblem(in.textOrNull())
                .setAttempts(in.smallNumber())
                .setUsage(in.flag() ? new TokenUsage(in.number(), in.number(), in.number(), in.number()) : null)
                .setCost(cost(in.textOrNull()))
                .build();
    }

    private static @Nullable BigDecimal cost(@Nullable String text) {
        return text == null ? null : new BigDecimal(text);
    }
}
