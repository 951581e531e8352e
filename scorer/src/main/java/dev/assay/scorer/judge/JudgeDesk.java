package dev.assay.scorer.judge;

import dev.assay.schemas.Job;
import dev.assay.schemas.JudgeCall;
import dev.assay.schemas.Judging;
import dev.assay.schemas.Result;
import dev.assay.schemas.Score;
import dev.assay.schemas.topics.Keys;
import dev.assay.scorer.scoring.Asked;
import dev.assay.scorer.scoring.JudgeTask;
import dev.assay.scorer.scoring.ScoreMaker;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueStore;

/**
 * Asks judges and waits for them. A question is a job on the judges' lane, sent in the scorer's own transaction, so
 * that it is asked once whatever dies; of a task no more than a number are out at a time. For one thread.
 */
public final class JudgeDesk {
    private static final int MOST_REQUEST_BYTES = 900_000;
    private static final int MOST_RESULT_BYTES = 1_000_000;
    private static final int SWEEP_LIMIT = 2_000;
    /** A judge's job that has expired is told by its own result; after this long none is coming. */
    private static final Duration GRACE = Duration.ofMinutes(10);

    private final JudgeSettings settings;
    private final ScoreMaker maker;
    private final Function<byte[], Result> reader;
    private final Sender sender;
    private final JudgeJobs jobs;
    private final Waiting waiting;
    private final int partition;

    /** Sends the job of a question. */
    @FunctionalInterface
    public interface Sender {
        void send(byte[] key, Job job, Headers headers);
    }

    /**
     * @param reader reads the value of a result's record that was read before
     * @param partition partition of the results topic that the task reads
     * @param store the task's own; what waits outlives it there
     */
    public JudgeDesk(
            JudgeSettings settings,
            ScoreMaker maker,
            Function<byte[], Result> reader,
            Sender sender,
            int partition,
            KeyValueStore<byte[], byte[]> store) {
        this.settings = settings;
        this.maker = maker;
        this.reader = reader;
        this.sender = sender;
        this.jobs = new JudgeJobs(settings.lane());
        this.partition = partition;
        this.waiting = new Waiting(store);
    }

    /** Whether that generation of a job, or a later one, waits for judges. */
    public boolean isWaiting(byte[] jobKey, int generation) {
        byte[] pending = waiting.bytesOf(jobKey);
        return pending != null && PendingState.generationOf(pending) >= generation;
    }

    /** Forgets an earlier generation that waits; replies to it that are still to come change nothing. */
    public void forget(byte[] jobKey) {
        waiting.find(jobKey).ifPresent(pending -> waiting.remove(jobKey, pending));
    }

    /**
     * Asks the judges of a result.
     *
     * @param value the value of its record
     * @param judges the judges, by the place of their scorer
     * @return scores that are complete now, its own where nobody can be asked; else that comes with the last reply
     */
    public List<Judged> open(
            byte[] jobKey, Result result, byte[] value, Instant recordTime, Map<Integer, JudgeTask> judges, long now) {
        List<PendingCall> calls = new ArrayList<>();
        judges.forEach((part, task) -> {
            calls.add(PendingCall.first(part, false));
            if (task.isAskedBothWays()) {
                calls.add(PendingCall.first(part, true));
            }
        });
        boolean isTooLarge = value.length > MOST_RESULT_BYTES;
        if (isTooLarge) {
            calls.replaceAll(
                    call -> call.ended(JudgeReplies.unasked(JudgeJobs.jobId(result, call), call, MOST_RESULT_BYTES)));
        }
        Pending pending = new Pending(
                result.getGeneration(),
                recordTime.toEpochMilli(),
                now + settings.within().toMillis(),
                Bytes.wrap(value),
                calls);
        if (isTooLarge) {
            return List.of(end(result, pending));
        }
        waiting.put(jobKey, pending);
        for (int i = 0; i < calls.size(); i++) {
            waiting.enqueue(new Waiting.Question(Bytes.wrap(jobKey), pending.generation(), i));
        }
        return ask(now);
    }

    /**
     * Takes a judge's result.
     *
     * @param finished gets the scores that are complete now
     * @return what was kept of it; empty where nobody waited for it: its answer has its score, or has been replaced
     */
    public Optional<JudgeCall> hear(Result reply, Judging judging, long now, List<Judged> finished) {
        byte[] jobKey = Keys.job(judging.getRunId(), judging.getJobId()).getBytes(StandardCharsets.UTF_8);
        Optional<Pending> found = waiting.find(jobKey).filter(one -> one.generation() == judging.getGeneration());
        if (found.isEmpty()) {
            return Optional.empty();
        }
        Pending pending = found.get();
        int index = indexOf(pending, judging);
        if (index < 0) {
            return Optional.empty();
        }
        Result judged = reader.apply(pending.result().get());
        PendingCall call = pending.calls().get(index);
        Optional<JudgeTask> task = taskOf(judged, call);
        if (task.isEmpty()) {
            return Optional.empty();
        }
        JudgeCall said = JudgeReplies.of(reply, call, task.get());
        waiting.moved(-1);
        pending = pending.with(index, call.ended(said));
        if (JudgeReplies.isToBeRepaired(said)) {
            pending = pending.and(call.again());
            waiting.enqueue(new Waiting.Question(
                    Bytes.wrap(jobKey), pending.generation(), pending.calls().size() - 1));
        }
        if (pending.isComplete()) {
            waiting.remove(jobKey, pending);
            finished.add(end(judged, pending));
        } else {
            waiting.put(jobKey, pending);
        }
        finished.addAll(ask(now));
        return Optional.of(said);
    }

    /** Asks what may be asked now; returns the scores of answers of which nothing can be asked. */
    public List<Judged> ask(long now) {
        List<Judged> finished = new ArrayList<>();
        while (waiting.out() < settings.out()) {
            Optional<Waiting.Question> next = waiting.next();
            if (next.isEmpty()) {
                break;
            }
            Waiting.Question question = next.get();
            waiting.find(question.jobKey().get())
                    .filter(pending -> pending.generation() == question.generation())
                    .flatMap(pending -> ask(question, pending, now))
                    .ifPresent(finished::add);
        }
        return finished;
    }

    /** Asks one question; returns the answer's score where it was the last and could not be asked. */
    private Optional<Judged> ask(Waiting.Question question, Pending pending, long now) {
        PendingCall call = pending.calls().get(question.index());
        Result judged = reader.apply(pending.result().get());
        JudgeTask task = taskOf(judged, call)
                .orElseThrow(() -> new IllegalStateException("no judge stands at place " + call.part()));
        String body = body(judged, pending, call, task);
        if (body.getBytes(StandardCharsets.UTF_8).length > MOST_REQUEST_BYTES) {
            Pending without = pending.with(
                    question.index(),
                    call.ended(JudgeReplies.unasked(JudgeJobs.jobId(judged, call), call, MOST_REQUEST_BYTES)));
            if (without.isComplete()) {
                waiting.remove(question.jobKey().get(), without);
                return Optional.of(end(judged, without));
            }
            waiting.put(question.jobKey().get(), without);
            return Optional.empty();
        }
        Job job = jobs.of(
                judged,
                call,
                task,
                body,
                partition,
                Instant.ofEpochMilli(now),
                Instant.ofEpochMilli(pending.judgedByMillis()));
        waiting.put(question.jobKey().get(), pending.with(question.index(), call.asSent()));
        waiting.moved(1);
        sender.send(JudgeJobs.key(job), job, JudgeJobs.headers(job));
        return Optional.empty();
    }

    /** Gives up answers whose judges' time is long over; returns their scores. */
    public List<Judged> giveUp(long now) {
        List<Judged> finished = new ArrayList<>();
        for (KeyValue<byte[], Pending> late :
                waiting.sweep(SWEEP_LIMIT, (key, pending) -> pending.judgedByMillis() + GRACE.toMillis() < now)) {
            waiting.remove(late.key, late.value);
            finished.add(end(reader.apply(late.value.result().get()), late.value));
        }
        return finished;
    }

    public long out() {
        return waiting.out();
    }

    public long queued() {
        return waiting.queued();
    }

    private Judged end(Result judged, Pending pending) {
        Score score = maker.score(judged, Instant.ofEpochMilli(pending.recordMillis()), pending.replies());
        return new Judged(judged, score);
    }

    private static String body(Result judged, Pending pending, PendingCall call, JudgeTask task) {
        Asked asked = JudgeJobs.asked(judged, call.part());
        if (!call.repair()) {
            return task.request(asked, call.swapped());
        }
        JudgeCall first = pending.calls().stream()
                .filter(other -> other.part() == call.part() && other.swapped() == call.swapped() && !other.repair())
                .map(PendingCall::reply)
                .findFirst()
                .orElseThrow();
        return task.repair(asked, call.swapped(), String.valueOf(first.getText()), String.valueOf(first.getProblem()));
    }

    private Optional<JudgeTask> taskOf(Result judged, PendingCall call) {
        return maker.task(judged.getExpectation().getScorers().get(call.part()));
    }

    /** The question that a reply is to; -1 where it is to none that is out. */
    private static int indexOf(Pending pending, Judging judging) {
        for (int i = 0; i < pending.calls().size(); i++) {
            PendingCall call = pending.calls().get(i);
            if (call.isOut()
                    && call.part() == judging.getPart()
                    && call.swapped() == judging.getSwapped()
                    && call.repair() == judging.getRepair()) {
                return i;
            }
        }
        return -1;
    }
}
