package dev.assay.worker;

import dev.assay.runtime.Clock;
import dev.assay.runtime.LaneDefaults;
import dev.assay.schemas.Attempt;
import dev.assay.schemas.Disposition;
import dev.assay.schemas.FailureKind;
import dev.assay.schemas.Job;
import dev.assay.schemas.JobStatus;
import dev.assay.worker.call.CallRequest;
import dev.assay.worker.call.Candidate;
import dev.assay.worker.call.ModelCall;
import dev.assay.worker.call.Reply;
import dev.assay.worker.failure.Redactor;
import dev.assay.worker.fleet.CancelledRuns;
import dev.assay.worker.intake.Cut;
import dev.assay.worker.intake.Delivery;
import dev.assay.worker.intake.DeliveryHandler;
import dev.assay.worker.intake.Verdict;
import dev.assay.worker.meters.WorkerMeters;
import dev.assay.worker.route.Route;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The story of one job, from its record to what it ended as: cancelled? in time? which model? call, and conclude. */
final class JobHandler implements DeliveryHandler {
    private final JobReader reader;
    private final CancelledRuns runs;
    private final Map<String, Route> routes;
    private final Map<String, LaneDefaults> limits;
    private final ModelCall pipeline;
    private final ResultPublisher publisher;
    private final SkewWatch skew;
    private final Redactor redactor;
    private final WorkerMeters meters;
    private final Clock clock;

    JobHandler(
            JobReader reader,
            CancelledRuns runs,
            Map<String, Route> routes,
            Map<String, LaneDefaults> limits,
            ModelCall pipeline,
            ResultPublisher publisher,
            SkewWatch skew,
            Redactor redactor,
            WorkerMeters meters,
            Clock clock) {
        this.reader = reader;
        this.runs = runs;
        this.routes = Map.copyOf(routes);
        this.limits = Map.copyOf(limits);
        this.pipeline = pipeline;
        this.publisher = publisher;
        this.skew = skew;
        this.redactor = redactor;
        this.meters = meters;
        this.clock = clock;
    }

    @Override
    public Verdict handle(Delivery delivery) {
        return switch (delivery.treatment()) {
            case NORMAL, ALONE -> work(delivery);
            case POISON -> lastWord(delivery, Disposition.POISON, "two workers died while this job ran alone");
            case POISON_UNREAD -> publisher.unread(delivery, poisonUnread());
            case BROKEN -> lastWord(delivery, Disposition.EXHAUSTED, "its handling breaks off: " + breakage(delivery));
        };
    }

    private Verdict work(Delivery delivery) {
        return switch (reader.read(delivery)) {
            case JobReader.Reading.Read(Job job) -> answer(job, delivery);
            case JobReader.Reading.Undecodable(String why, Throwable cause) ->
                publisher.unread(delivery, undecodable(why, cause));
            case JobReader.Reading.Unavailable(String why) -> new Verdict.PutBack("schema registry: " + why);
        };
    }

    private Verdict answer(Job job, Delivery delivery) {
        try (CancelledRuns.Handled handled = runs.enter(job.getRunId(), delivery)) {
            skew.look(job);
            Duration queueWait = TimeLeft.queueWait(job, delivery.startedAt());
            meters.waited(delivery.lane(), queueWait);
            if (handled.isCancelled()) {
                return end(job, delivery, cancelled(List.of(), Optional.empty()));
            }
            Duration left = TimeLeft.of(job, clock.now());
            if (!left.isPositive()) {
                return end(job, delivery, expired(List.of(), Optional.empty()));
            }
            Route route = routes.get(job.getRoute());
            if (route == null) {
                return end(job, delivery, noRoute(job));
            }
            Candidate candidate = route.candidates().getFirst();
            Reply reply = pipeline.call(new CallRequest(
                    candidate,
                    job.getBody(),
                    IdempotencyKey.of(job, delivery.deliveries()),
                    1,
                    limits.getOrDefault(delivery.lane(), LaneDefaults.of(delivery.lane())),
                    job.getMaxTokens(),
                    job.getMaxWait(),
                    clock.nanos() + left.toNanos(),
                    queueWait,
                    Duration.ZERO,
                    job.getTemplateVersion()));
            return conclude(job, delivery, candidate, reply);
        }
    }

    private Verdict conclude(Job job, Delivery delivery, Candidate candidate, Reply reply) {
        return switch (reply) {
            case Reply.Answered(var attempts, var response) ->
                end(job, delivery, Ending.answered(candidate, attempts, response));
            case Reply.Declined(var attempts, var why, var failure, var response) ->
                end(
                        job,
                        delivery,
                        new Ending(
                                JobStatus.UNANSWERED,
                                why,
                                failure.kind(),
                                failure.message(),
                                failure.excerpt(),
                                null,
                                attempts,
                                Optional.of(response),
                                Optional.of(candidate),
                                null));
            case Reply.Failed failed -> end(job, delivery, failed(job, candidate, failed));
            case Reply.Refused(
                    FailureKind kind,
                    FailureKind cause,
                    String message,
                    Duration pause,
                    Optional<String> heldBy) ->
                end(
                        job,
                        delivery,
                        kind == FailureKind.DEADLINE_EXCEEDED
                                ? expired(List.of(), Optional.of(candidate))
                                : Ending.deadLetter(Disposition.EXHAUSTED, kind, message, null));
            case Reply.Cancelled(var attempts) ->
                delivery.cutFor().equals(Optional.of(Cut.RUN_CANCELLED))
                        ? end(job, delivery, cancelled(attempts, Optional.of(candidate)))
                        : new Verdict.PutBack("its call was cut");
        };
    }

    /** A call that failed because the job's own time was over is no failure of the provider. */
    private Ending failed(Job job, Candidate candidate, Reply.Failed failed) {
        if (failed.failure().kind() == FailureKind.TIMEOUT
                && !TimeLeft.of(job, clock.now()).isPositive()) {
            return expired(failed.attempts(), Optional.of(candidate));
        }
        return new Ending(
                JobStatus.DEAD_LETTERED,
                null,
                failed.failure().kind(),
                failed.failure().message(),
                failed.failure().excerpt(),
                Dispositions.of(job, failed),
                failed.attempts(),
                failed.response(),
                Optional.of(candidate),
                null);
    }

    /** Dead-letters a job without calling for it, with as much in the result as can be read without another mishap. */
    private Verdict lastWord(Delivery delivery, Disposition disposition, String message) {
        Class<? extends Throwable> exception = delivery.breakage()
                .<Class<? extends Throwable>>map(Throwable::getClass)
                .orElse(null);
        Ending ending = Ending.deadLetter(disposition, FailureKind.UNKNOWN, redactor.clean(message), exception);
        return switch (reader.read(delivery)) {
            case JobReader.Reading.Read(Job job) -> publisher.ended(job, delivery, ending);
            case JobReader.Reading.Undecodable undecodable -> publisher.unread(delivery, ending);
            case JobReader.Reading.Unavailable(String why) -> new Verdict.PutBack("schema registry: " + why);
        };
    }

    private Verdict end(Job job, Delivery delivery, Ending ending) {
        // A cut may have come late; making records must not fail for it.
        boolean ignored = Thread.interrupted();
        return publisher.ended(job, delivery, ending);
    }

    private Ending undecodable(String why, @Nullable Throwable cause) {
        Class<? extends Throwable> exception = cause == null ? null : cause.getClass();
        return Ending.deadLetter(Disposition.UNDECODABLE, FailureKind.BAD_REQUEST, redactor.clean(why), exception);
    }

    private static Ending poisonUnread() {
        return Ending.deadLetter(
                Disposition.POISON,
                FailureKind.UNKNOWN,
                "two workers died while this job ran alone, and a third while it was being dead-lettered",
                null);
    }

    private static Ending noRoute(Job job) {
        return Ending.deadLetter(
                Disposition.UNRECOVERABLE,
                FailureKind.BAD_REQUEST,
                "route " + job.getRoute() + " is not in this worker's settings",
                null);
    }

    private static Ending cancelled(List<Attempt> attempts, Optional<Candidate> candidate) {
        return Ending.without(JobStatus.CANCELLED, FailureKind.CANCELLED, "its run was cancelled", attempts, candidate);
    }

    private static Ending expired(List<Attempt> attempts, Optional<Candidate> candidate) {
        return Ending.without(
                JobStatus.EXPIRED, FailureKind.DEADLINE_EXCEEDED, "its deadline is over", attempts, candidate);
    }

    private static String breakage(Delivery delivery) {
        return delivery.breakage().map(Throwable::toString).orElse("unknown");
    }
}
