package dev.assay.producer;

import dev.assay.budget.Pace;
import dev.assay.schemas.RunManifest;
import dev.assay.schemas.RunProgress;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.apache.kafka.common.errors.InterruptException;
import org.jspecify.annotations.Nullable;

/**
 * One time that a submit has its run to itself: it fences whoever had it, looks how far the run has come, passes over
 * those jobs in the input and enqueues the others chunk by chunk, until the input's end or until it is stopped.
 */
final class Takeover {
    private static final End REVOKED = new End.Lost(Admission.REVOKED);

    private final SubmitRequest request;
    private final RunSettings settings;
    private final Survey survey;
    private final Instant startedAt;
    private final SubmitListener listener;
    private final SubmitTools tools;
    private final @Nullable Pace pace;

    private RunState state = RunState.NONE;
    private long firstEnqueued;

    /**
     * @param survey what the first reading of the input found
     * @param startedAt when this submit began
     * @param pace how fast jobs may be sent; null for as fast as it goes
     */
    Takeover(
            SubmitRequest request,
            RunSettings settings,
            Survey survey,
            Instant startedAt,
            SubmitListener listener,
            SubmitTools tools,
            @Nullable Pace pace) {
        this.request = request;
        this.settings = settings;
        this.survey = survey;
        this.startedAt = startedAt;
        this.listener = listener;
        this.tools = tools;
        this.pace = pace;
    }

    /** How it ended. */
    sealed interface End {
        /** The input's end was reached. */
        record Complete(long repeated, long skipped) implements End {}

        /** The run had been complete before. */
        record AlreadyComplete() implements End {}

        /** The run was begun with another input. */
        record Different() implements End {}

        /** The submit is over for another reason. */
        record Over(SubmitOutcome outcome) implements End {}

        /** What became of the last chunk is not known; the run has to be taken over again. */
        record Lost(String reason) implements End {}
    }

    /** Makes a reading of the input, from its start. */
    interface Readings {
        JobReading open(Instant submittedAt, JobReading.Complaints complaints) throws BadInputException;
    }

    End enqueue(Readings readings) throws BadInputException, IOException {
        try (JobPublisher publisher = tools.openPublisher(request)) {
            state = tools.states().read(request.runId());
            firstEnqueued = state.enqueued();
            String difference = state.difference(settings);
            if (difference != null) {
                return new End.Over(new SubmitOutcome.Mismatch(request.runId(), 0, difference));
            }
            List<Problem> problems = Survey.none();
            // The first reading has reported what is skipped.
            JobReading.Complaints complaints = Survey.collecting(problems, SubmitListener.NONE);
            try (JobReading reading = readings.open(state.submittedAt(startedAt), complaints)) {
                End end = enqueue(publisher, reading);
                boolean changed = reading.bad() > 0 && !request.skipBad();
                return changed
                        ? new End.Over(new SubmitOutcome.Refused(request.runId(), problems, reading.bad()))
                        : end;
            }
        }
    }

    /** The state of the run as this takeover last knew it. */
    RunState state() {
        return state;
    }

    /** Jobs that were enqueued when it began. */
    long firstEnqueued() {
        return firstEnqueued;
    }

    private End enqueue(JobPublisher publisher, JobReading reading) throws BadInputException {
        JobFeed feed = new JobFeed(
                reading,
                request.sending().chunkJobsOf(survey.jobs()),
                request.sending().chunkBytes());
        if (!feed.skip(state.enqueued(), state.prefixHash())) {
            return new End.Different();
        }
        int next = feed.fill();
        if (state.complete()) {
            return next == 0 ? new End.AlreadyComplete() : new End.Different();
        }
        if (state.enqueued() > 0) {
            listener.resumed(state.enqueued());
        }
        if (next == 0) {
            // An input that ends where an earlier, longer one was stopped: all that is missing is to say so.
            End end = send(publisher, feed, reading, 0, 0);
            return end != null ? end : new End.Complete(reading.repeated(), reading.bad());
        }
        try (Admission admission = tools.admission(request, listener)) {
            return enqueue(publisher, reading, feed, admission, next);
        }
    }

    private End enqueue(JobPublisher publisher, JobReading reading, JobFeed feed, Admission admission, int first)
            throws BadInputException {
        int next = first;
        int paced = 0;
        for (; next > 0; next = feed.fill()) {
            if (reading.bad() > 0 && !request.skipBad()) {
                // The input changed under the reading; what is wrong now is reported by the caller.
                break;
            }
            // Before the slots are taken, which are not held for as long as a slow pace may take.
            awaitPace(Math.max(0, next - paced));
            paced = Math.max(paced, next);
            switch (admission.admit(next, ahead(feed, next))) {
                case Admission.Decision.Room room -> {
                    End end = send(publisher, feed, reading, room.jobs(), room.partition());
                    if (end != null) {
                        return end instanceof End.Over && admission.wasFencedByKeeper() ? REVOKED : end;
                    }
                    room.sent();
                    paced -= room.jobs();
                }
                case Admission.Decision.Full(long depth, long bound, Duration retryAfter) -> {
                    return new End.Over(
                            new SubmitOutcome.QueueFull(request.runId(), state.enqueued(), depth, bound, retryAfter));
                }
                case Admission.Decision.Closed() -> {
                    return new End.Over(new SubmitOutcome.Stopped(request.runId(), state.enqueued()));
                }
            }
        }
        return new End.Complete(reading.repeated(), reading.bad());
    }

    /** Jobs of the chunk after this one, as far as they are known; none where it is not sent at once. */
    private int ahead(JobFeed feed, int chunk) {
        long later = survey.jobs() - feed.taken() - chunk;
        return pace != null ? 0 : Math.clamp(later, 0, request.sending().chunkJobsOf(survey.jobs()));
    }

    /** Sends the first jobs of the feed; null when they were committed and the next ones may follow. */
    private @Nullable End send(JobPublisher publisher, JobFeed feed, JobReading reading, int jobs, int partition) {
        long firstOrdinal = feed.taken();
        List<ValidJob> taken = feed.take(jobs);
        Instant now = tools.clock().now();
        RunProgress progress = RunProgress.newBuilder()
                .setRunId(request.runId())
                .setEnqueued(feed.taken())
                .setChunks(state.chunks() + 1)
                .setSkipped(reading.bad())
                .setPrefixHash(feed.hash())
                .setComplete(feed.isDry())
                .setUpdatedAt(now)
                .build();
        RunManifest manifest = state.manifest() == null ? manifest() : state.manifest();
        Chunk chunk = new Chunk(
                state.chunks(), firstOrdinal, taken, partition, state.manifest() == null ? manifest : null, progress);
        return switch (publisher.send(chunk)) {
            case TransactionWriter.Sent.Committed() -> {
                state = new RunState(manifest, progress);
                listener.enqueued(state.enqueued(), survey.jobs());
                yield null;
            }
            case TransactionWriter.Sent.Fenced() ->
                new End.Over(new SubmitOutcome.Superseded(request.runId(), state.enqueued()));
            case TransactionWriter.Sent.Unknown(String reason) -> new End.Lost(reason);
        };
    }

    private RunManifest manifest() {
        JobSettings jobs = request.jobs();
        return RunManifest.newBuilder()
                .setRunId(request.runId())
                .setLane(jobs.lane())
                .setRoute(jobs.route())
                .setTenant(jobs.tenant())
                .setAccount(jobs.account())
                .setSource(survey.source())
                .setFormat(survey.format())
                .setSettingsHash(settings.hash())
                .setSettings(settings.byName())
                .setSubmittedBy(tools.submittedBy())
                .setSubmittedAt(startedAt)
                .setDeadline(jobs.deadline())
                .build();
    }

    private void awaitPace(int jobs) {
        try {
            if (pace != null && jobs > 0 && !pace.acquire(jobs)) {
                throw new IllegalStateException(jobs + " jobs do not fit a pace of " + pace.perSecond() + " a second");
            }
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        }
    }
}
