package dev.assay.scorer.judge;

import dev.assay.schemas.JudgeCall;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.common.utils.Bytes;

/**
 * An answer that waits for its judges.
 *
 * @param generation the job's generation
 * @param recordMillis timestamp of the result's record, epoch ms
 * @param judgedByMillis the judges' deadline, epoch ms
 * @param result the value of the result's record as it came
 * @param calls the questions, in the order in which they are asked
 */
record Pending(int generation, long recordMillis, long judgedByMillis, Bytes result, List<PendingCall> calls) {
    Pending {
        calls = List.copyOf(calls);
    }

    boolean isComplete() {
        return calls.stream().allMatch(call -> call.reply() != null);
    }

    long out() {
        return calls.stream().filter(PendingCall::isOut).count();
    }

    Pending with(int index, PendingCall call) {
        List<PendingCall> changed = new ArrayList<>(calls);
        changed.set(index, call);
        return new Pending(generation, recordMillis, judgedByMillis, result, changed);
    }

    Pending and(PendingCall call) {
        List<PendingCall> more = new ArrayList<>(calls);
        more.add(call);
        return new Pending(generation, recordMillis, judgedByMillis, result, more);
    }

    /** The replies by the place of their scorer; a place without one is there too. */
    Map<Integer, List<JudgeCall>> replies() {
        Map<Integer, List<JudgeCall>> replies = new TreeMap<>();
        for (PendingCall call : calls) {
            List<JudgeCall> ofPart = replies.computeIfAbsent(call.part(), unseen -> new ArrayList<>());
            if (call.reply() != null) {
                ofPart.add(call.reply());
            }
        }
        return replies;
    }
}
