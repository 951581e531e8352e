package dev.assay.worker;

import dev.assay.runtime.Clock;
import dev.assay.schemas.Disposition;
import dev.assay.schemas.FailureKind;
import dev.assay.schemas.Job;
import dev.assay.schemas.JobStatus;
import dev.assay.schemas.Parking;
import dev.assay.worker.call.Reply;
import dev.assay.worker.failure.Failure;
import dev.assay.worker.failure.Redactor;
import dev.assay.worker.fleet.CancelledRuns;
import dev.assay.worker.intake.Cut;
import dev.assay.worker.intake.Delivery;
import dev.assay.worker.intake.DeliveryHandler;
import dev.assay.worker.intake.Verdict;
import dev.assay.worker.meters.WorkerMeters;
import dev.assay.worker.route.Route;
import dev.assay.worker.route.RouteCall;
import dev.assay.worker.route.Routed;
import dev.assay.worker.route.Step;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The story of one job, from its record to what it ended as: cancelled? in time? may it be called? ask its route, and
 * conclude.
 */
final class JobHandler implements DeliveryHandler {
    private final JobReader reader;
    private final CancelledRuns runs;
    private final Map<String, Route> routes;
    private final RouteRequests requests;
    private final RouteCall routeCall;
    private final ResultPublisher publisher;
    private final Parker parker;
    private final SkewWatch skew;
    private final Redactor redactor;
    private final WorkerMeters meters;
    private final Clock clock;

    JobHandler(
            JobReader reader,
            CancelledRuns runs,
            Map<String, Route> routes,
            RouteRequests requests,
            RouteCall routeCall,
            ResultPublisher publisher,
            Parker parker,
            SkewWatch skew,
            Redactor redactor,
            WorkerMeters meters,
            Clock clock) {
        this.reader = reader;
        this.runs = runs;
        this.routes = Map.copyOf(routes);
        this.requests = requests;
        this.routeCall = routeCall;
        this.publisher = publisher;
        this.parker = parker;
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
        try (CancelledRuns.Handled handled = runs.enter(runOf(job), delivery)) {
            skew.look(job);
            Duration queueWait = TimeLeft.queueWait(job, delivery.startedAt());
            meters.waited(delivery.lane(), queueWait);
            Optional<Parking> journey = parker.journey(delivery);
            Way before = journey.map(Way::before).orElse(Way.NONE);
            if (handled.isCancelled()) {
                return end(job, delivery, cancelled(before));
            }
            Duration left = TimeLeft.of(job, clock.now());
            if (!left.isPositive()) {
                return end(job, delivery, expired("its deadline is over", before));
            }
            if (job.getSideEffects() && delivery.deliveries() > 1) {
                return end(
                        job, delivery, uncertain("a worker died or stopped while its request was under way", before));
            }
            Route route = routes.get(job.getRoute());
            if (route == null) {
                return end(job, delivery, noRoute(job, before));
            }
            Routed routed = routeCall.ask(requests.of(job, delivery, route, left, queueWait, journey));
            return conclude(job, delivery, routed);
        }
    }

    /** The run that a job is done for: that of the judged answer for a judge's. */
    private static String runOf(Job job) {
        return job.getJudging() == null ? job.getRunId() : job.getJudging().getRunId();
    }

    private Verdict conclude(Job job, Delivery delivery, Routed routed) {
        Way way = Way.of(routed);
        return switch (routed.step()) {
            case Step.End(Reply reply) -> concluded(job, delivery, way, reply);
            case Step.Prepared(FailureKind why, String words) ->
                end(
                        job,
                        delivery,
                        Ending.prepared(way, requests.prepared(delivery.lane()).orElseThrow()));
            case Step.Park(Duration pause, FailureKind why, String words, Optional<String> heldBy) ->
                parker.park(
                        job,
                        delivery,
                        clock.now().plus(pause),
                        why,
                        words,
                        heldBy,
                        routed.attempts(),
                        routed.eliminated());
            case Step.NoCandidate(FailureKind why, String words) ->
                end(job, delivery, Ending.deadLetter(Disposition.UNRECOVERABLE, why, redactor.clean(words), way, null));
            case Step.Expire(FailureKind why, String words) -> end(job, delivery, expired(words, way));
            case Step.Ask ask -> throw new IllegalStateException("not an end: " + ask);
            case Step.Wait wait -> throw new IllegalStateException("not an end: " + wait);
        };
    }

    private Verdict concluded(Job job, Delivery delivery, Way way, Reply reply) {
        return switch (reply) {
            case Reply.Answered(var attempts, var response) -> end(job, delivery, Ending.answered(way, response));
            case Reply.Declined(var attempts, var why, Failure failure, var response) ->
                end(
                        job,
                        delivery,
                        Ending.unanswered(way, why, failure.kind(), failure.message(), failure.excerpt(), response));
            case Reply.Failed failed -> end(job, delivery, failed(job, way, failed));
            case Reply.Refused refused -> throw new IllegalStateException("not an end: " + refused);
            case Reply.Cancelled cancelled -> {
                if (delivery.cutFor().equals(Optional.of(Cut.RUN_CANCELLED))) {
                    yield end(job, delivery, cancelled(way));
                }
                yield job.getSideEffects() && way.attempts().stream().anyMatch(Dispositions::mayHaveBeenDone)
                        ? end(job, delivery, uncertain("its call was cut when the worker stopped", way))
                        : new Verdict.PutBack("its call was cut");
            }
        };
    }

    /** A call that failed because the job's own time was over is no failure of the provider. */
    private Ending failed(Job job, Way way, Reply.Failed failed) {
        Failure failure = failed.failure();
        Duration closing = RouteRequests.closing();
        if (failure.kind() == FailureKind.TIMEOUT
                && !job.getSideEffects()
                && !TimeLeft.of(job, clock.now()).minus(closing).isPositive()) {
            return expired("its deadline is over", way);
        }
        return Ending.failed(
                Dispositions.of(job, failure.kind(), way.attempts()),
                failure.kind(),
                failure.message(),
                failure.excerpt(),
                way,
                failed.response());
    }

    /** Dead-letters a job without calling for it, with as much in the result as can be read without another mishap. */
    private Verdict lastWord(Delivery delivery, Disposition disposition, String message) {
        Class<? extends Throwable> exception = delivery.breakage()
                .<Class<? extends Throwable>>map(Throwable::getClass)
                .orElse(null);
        String words = redactor.clean(message);
        return switch (reader.read(delivery)) {
            case JobReader.Reading.Read(Job job) -> {
                Way before = parker.journey(delivery).map(Way::before).orElse(Way.NONE);
                yield publisher.ended(
                        job, delivery, Ending.deadLetter(disposition, FailureKind.UNKNOWN, words, before, exception));
            }
            case JobReader.Reading.Undecodable undecodable ->
                publisher.unread(
                        delivery, Ending.deadLetter(disposition, FailureKind.UNKNOWN, words, Way.NONE, exception));
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
        return Ending.deadLetter(
                Disposition.UNDECODABLE, FailureKind.BAD_REQUEST, redactor.clean(why), Way.NONE, exception);
    }

    private static Ending poisonUnread() {
        return Ending.deadLetter(
                Disposition.POISON,
                FailureKind.UNKNOWN,
                "two workers died while this job ran alone, and a third while it was being dead-lettered",
                Way.NONE,
                null);
    }

    private static Ending noRoute(Job job, Way way) {
        return Ending.deadLetter(
                Disposition.UNRECOVERABLE,
                FailureKind.BAD_REQUEST,
                "route " + job.getRoute() + " is not in this worker's settings",
                way,
                null);
    }

    private static Ending uncertain(String words, Way way) {
        return Ending.deadLetter(
                Disposition.UNCERTAIN,
                FailureKind.UNKNOWN,
                "it has side effects, and " + words + ": it is not repeated, look whether it was done",
                way,
                null);
    }

    private static Ending cancelled(Way way) {
        return Ending.without(JobStatus.CANCELLED, FailureKind.CANCELLED, "its run was cancelled", way);
    }

    private static Ending expired(String words, Way way) {
        return Ending.without(JobStatus.EXPIRED, FailureKind.DEADLINE_EXCEEDED, words, way);
    }

    private static String breakage(Delivery delivery) {
        return delivery.breakage().map(Throwable::toString).orElse("unknown");
    }
}
