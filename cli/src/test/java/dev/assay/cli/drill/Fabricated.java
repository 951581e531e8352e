package dev.assay.cli.drill;

import dev.assay.cli.RunSamples;
import dev.assay.sandbox.simulator.CallRecord;
import dev.assay.schemas.AnswerSource;
import dev.assay.schemas.Attempt;
import dev.assay.schemas.DeadLetter;
import dev.assay.schemas.FailureKind;
import dev.assay.schemas.JobStatus;
import dev.assay.schemas.Outcome;
import dev.assay.schemas.Result;
import dev.assay.schemas.Score;
import java.lang.reflect.Constructor;
import java.lang.reflect.RecordComponent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Evidence of things that did not happen, so that judging it can be tried. Times are seconds from an arbitrary start. */
final class Fabricated {
    private static final double NANOS = Duration.ofSeconds(1).toNanos();

    private final String row;
    private final Set<String> jobs = new LinkedHashSet<>();
    private final Map<String, List<CallRecord>> calls = new LinkedHashMap<>();
    private final List<Result> results = new ArrayList<>();
    private final List<DeadLetter> letters = new ArrayList<>();
    private final List<Score> scores = new ArrayList<>();
    private final Map<String, Long> moments = new HashMap<>();
    private int number;

    private Fabricated(String row) {
        this.row = row;
    }

    static Fabricated of(String row) {
        Fabricated evidence = new Fabricated(row);
        evidence.calls.put("first", new ArrayList<>());
        evidence.calls.put("second", new ArrayList<>());
        evidence.calls.put("third", new ArrayList<>());
        return evidence;
    }

    Fabricated moment(String name, double seconds) {
        moments.put(name, nanos(seconds));
        return this;
    }

    /** A job that was submitted, whatever became of it. */
    Fabricated job(String id) {
        jobs.add("run/" + id);
        return this;
    }

    /** A call that a provider saw. */
    Fabricated call(String role, String job, int status, double begin, double took) {
        return call(role, job, status, begin, took, "simulator-small", false);
    }

    Fabricated call(
            String role, String job, int status, double begin, double took, String model, boolean isDisconnected) {
        number++;
        Map<String, Object> values = new HashMap<>();
        values.put("number", (long) number);
        values.put("arrivedAt", RunSamples.TIME);
        values.put("arrivedNanos", nanos(begin));
        values.put("durationNanos", nanos(took));
        values.put("model", model);
        values.put("idempotencyKey", "run/" + job + "/0/1." + number);
        values.put("status", status);
        values.put("fault", status == 200 ? null : "status=" + status);
        values.put("disconnected", isDisconnected);
        values.put("headers", Map.of());
        calls.computeIfAbsent(role, name -> new ArrayList<>()).add(record(values));
        return this;
    }

    /** The latest call of a provider once more, under the same key. */
    Fabricated callAgain(String role) {
        List<CallRecord> seen = calls.getOrDefault(role, List.of());
        calls.computeIfAbsent(role, name -> new ArrayList<>()).add(seen.getLast());
        return this;
    }

    /** An answer of the first candidate after that many attempts at a provider. */
    Fabricated answered(String job, String role, int attempts) {
        return result(job, JobStatus.SUCCEEDED, AnswerSource.PRIMARY_MODEL, null, role, attempts);
    }

    /** A result after 20 s in hand. */
    Fabricated result(
            String job, JobStatus status, AnswerSource source, @Nullable FailureKind kind, String role, int attempts) {
        job(job);
        List<Attempt> made = new ArrayList<>();
        for (int i = 1; i <= attempts; i++) {
            made.add(
                    Attempt.newBuilder(RunSamples.result("run", 1).getAttempts().getFirst())
                            .setNumber(i)
                            .setProvider(Evidence.provider(role, row))
                            .setRequestModel("large")
                            .setFailureKind(i < attempts ? kind : null)
                            .build());
        }
        Result.Builder result = Result.newBuilder(RunSamples.result("run", 1))
                .setJobId(job)
                .setStatus(status)
                .setSource(source)
                .setFailureKind(kind)
                .setFallbackReason(kind)
                .setStartedAt(RunSamples.TIME)
                .setFinishedAt(RunSamples.TIME.plusSeconds(20))
                .setAttempts(made);
        if (status == JobStatus.DEAD_LETTERED && kind != null) {
            letters.add(letter(job, kind));
        }
        results.add(result.build());
        scores.add(score(job));
        return this;
    }

    Evidence evidence() {
        return new Evidence(row, jobs, calls, results, letters, scores, moments);
    }

    private static DeadLetter letter(String job, FailureKind kind) {
        return DeadLetter.newBuilder()
                .setKind(kind)
                .setDisposition(dev.assay.schemas.Disposition.EXHAUSTED)
                .setMessage("")
                .setOriginalTopic("drill.jobs.x")
                .setOriginalPartition(0)
                .setOriginalOffset(0)
                .setOriginalTimestamp(RunSamples.TIME)
                .setAttempts(1)
                .setDeliveries(1)
                .setGeneration(0)
                .setWorker("w1")
                .setRunId("run")
                .setJobId(job)
                .build();
    }

    private static Score score(String job) {
        return Score.newBuilder(RunSamples.score("run", 1, Outcome.SCORED))
                .setJobId(job)
                .setOutcome(Outcome.SCORED)
                .setValue(1.0)
                .build();
    }

    private static long nanos(double seconds) {
        return Math.round(seconds * NANOS);
    }

    /** By names, so that a component more is no concern of these tests. */
    private static CallRecord record(Map<String, Object> values) {
        RecordComponent[] components = CallRecord.class.getRecordComponents();
        Class<?>[] types = new Class<?>[components.length];
        @Nullable Object[] arguments = new @Nullable Object[components.length];
        for (int i = 0; i < components.length; i++) {
            types[i] = components[i].getType();
            arguments[i] = values.containsKey(components[i].getName())
                    ? values.get(components[i].getName())
                    : nothing(types[i]);
        }
        try {
            Constructor<CallRecord> constructor = CallRecord.class.getDeclaredConstructor(types);
            return constructor.newInstance(arguments);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private static @Nullable Object nothing(Class<?> type) {
        if (type == boolean.class) {
            return false;
        }
        if (type == long.class) {
            return 0L;
        }
        return type == int.class ? 0 : null;
    }
}
