package dev.assay.deadletters;

import dev.assay.budget.TokenEstimator;
import dev.assay.producer.JobCheck;
import dev.assay.schemas.Disposition;
import dev.assay.schemas.Job;
import dev.assay.schemas.deadletter.Ancestor;
import dev.assay.schemas.topics.Names;
import dev.assay.schemas.topics.Topics;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Says what sending a dead letter again would be: which record goes where at what cost, or why not. It looks at the letter
 * alone; whether somebody dealt with it is known only in its partition's turn.
 */
final class ReplayPlanner {
    /** Generations that need no {@code --force}: what failed so often does not fail by chance. */
    static final int USUAL_GENERATIONS = 3;

    private final Topics topics;
    private final Set<String> existing;
    private final Function<Letter, Content> contents;
    private final TokenEstimator tokens;
    private final ReplayRecords records;
    private final boolean force;

    /**
     * @param existing topics that are there
     * @param contents reads what letters hold
     * @param force whether letters are sent that would be refused for caution
     */
    ReplayPlanner(
            Topics topics,
            Set<String> existing,
            Function<Letter, Content> contents,
            TokenEstimator tokens,
            ReplayRecords records,
            boolean force) {
        this.topics = topics;
        this.existing = Set.copyOf(existing);
        this.contents = contents;
        this.tokens = tokens;
        this.records = records;
        this.force = force;
    }

    /** What is to be changed of a job. */
    interface Change {
        Edited apply(Job job) throws BadFieldException;
    }

    /** A letter as it is, but for changes. */
    Step plan(Letter letter, Change change, Instant now) {
        return switch (contents.apply(letter)) {
            case Content.OfJob(Job job)
            when letter.id().stage() == Stage.JOBS -> {
                try {
                    yield plan(letter, job, change.apply(job), now);
                } catch (BadFieldException e) {
                    yield refused(Refusal.INVALID, String.valueOf(e.getMessage()));
                }
            }
            case Content.OfJob(Job job) -> result(letter, letter.value(), List.of());
            case Content.OfResult result
            when letter.id().stage() == Stage.RESULTS -> result(letter, letter.value(), List.of());
            case Content.OfResult result -> refused(Refusal.NO_JOB, "a result (expected: a job)");
            case Content.Unreadable(String why) ->
                letter.id().stage() == Stage.RESULTS
                        ? result(letter, letter.value(), List.of())
                        : refused(Refusal.NO_JOB, why);
        };
    }

    /**
     * A letter as another job.
     *
     * @param before the job that it was; the same as the edited one's where its bytes were none
     */
    Step plan(Letter letter, Job before, Edited edited, Instant now) {
        int generation = Math.max(letter.generation(), before.getGeneration()) + 1;
        if (generation > USUAL_GENERATIONS && !force) {
            return tooOften(generation);
        }
        boolean isUncertain = letter.told()
                .map(told -> told.getDisposition() == Disposition.UNCERTAIN)
                .orElse(before.getSideEffects());
        if (isUncertain && !force) {
            return refused(
                    Refusal.SIDE_EFFECTS, "its request may have been done: it could change the world a second time");
        }
        Job job = edited.job();
        if (!edited.edits().isEmpty()) {
            switch (JobCheck.of(job, utf8(before.getBody()))) {
                case JobCheck.Bad(String reason) -> {
                    return refused(Refusal.INVALID, reason);
                }
                case JobCheck.Good good -> job = recounted(job, before, good);
            }
        }
        if (edited.deadline() != null && !edited.deadline().isAfter(now)) {
            return refused(Refusal.INVALID, "deadline: " + edited.deadline() + " is past");
        }
        if (!Names.isName(job.getRunId())) {
            return refused(Refusal.INVALID, "runId: '" + job.getRunId() + "' is no run id");
        }
        if (!Names.isName(job.getLane()) || !existing.contains(topics.jobs(job.getLane()))) {
            return refused(Refusal.NO_LANE, "lane: " + job.getLane() + " has no topic");
        }
        return records.ofJob(letter, generation, new Edited(job, edited.edits(), edited.deadline(), edited.maxAge()));
    }

    /** A result's bytes to the results topic, for a scorer that was mended. */
    Step result(Letter letter, byte @Nullable [] value, List<Ancestor.Edit> edits) {
        int generation = letter.generation() + 1;
        if (generation > USUAL_GENERATIONS && !force) {
            return tooOften(generation);
        }
        if (value == null) {
            return refused(Refusal.NO_JOB, "the letter holds no bytes");
        }
        return records.ofBytes(letter, generation, topics.results(), null, value, edits);
    }

    /** A letter's bytes, whatever they are, to the topic that they came from. */
    Step raw(Letter letter, byte @Nullable [] value, List<Ancestor.Edit> edits) {
        String topic = letter.told()
                .map(told -> told.getOriginalTopic())
                .orElse(letter.id().stage() == Stage.RESULTS ? topics.results() : "");
        int generation = letter.generation() + 1;
        if (generation > USUAL_GENERATIONS && !force) {
            return tooOften(generation);
        }
        if (topic.equals(topics.results())) {
            return records.ofBytes(letter, generation, topic, null, value, edits);
        }
        String lanes = topics.jobs("x").substring(0, topics.jobs("x").length() - 1);
        if (!topic.startsWith(lanes) || !existing.contains(topic)) {
            return refused(Refusal.NO_LANE, "topic: '" + topic + "', which it came from, is no lane's");
        }
        return records.ofBytes(letter, generation, topic, topic.substring(lanes.length()), value, edits);
    }

    static Step.Refused refused(Refusal why, String message) {
        return new Step.Refused(why, message);
    }

    private static Step.Refused tooOften(int generation) {
        return refused(
                Refusal.TOO_OFTEN,
                "it would be generation " + generation + " (" + USUAL_GENERATIONS + " are sent without force)");
    }

    /** What follows from the body is made to follow again. */
    private Job recounted(Job job, Job before, JobCheck.Good good) {
        Job.Builder counted = Job.newBuilder(job).setMaxTokens(good.maxTokens());
        if (!Objects.equals(job.getBody(), before.getBody()) || job.getEstimatedInputTokens() < 1) {
            counted.setEstimatedInputTokens(tokens.countRequest(good.body()));
        }
        return counted.build();
    }

    private static int utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }
}
