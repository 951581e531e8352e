package dev.assay.producer;

import dev.assay.budget.Pace;
import dev.assay.producer.SubmitOutcome.AlreadyComplete;
import dev.assay.producer.SubmitOutcome.Enqueued;
import dev.assay.producer.SubmitOutcome.Mismatch;
import dev.assay.producer.SubmitOutcome.Refused;
import dev.assay.producer.SubmitOutcome.Stopped;
import dev.assay.producer.SubmitOutcome.Unavailable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.SerializationException;
import org.jspecify.annotations.Nullable;

/**
 * One submit, from the request to its outcome: refuse what cannot be, read the whole input once, compare it with what
 * the run was begun with, and only then take the run over and enqueue what is missing.
 *
 * <p>The run is looked at twice. The first look, before it is taken over, keeps a mistaken submit from ending a good
 * one that is under way; the second, after it, is the one that counts.
 */
final class Submit {
    /** Takeovers of the run in a row that brought no chunk through. */
    private static final int FRUITLESS_TRIES = 4;

    private static final Duration BETWEEN_TRIES = Duration.ofSeconds(1);
    /** A chunk is about a second's jobs, and at the slowest rate one job takes ten seconds. */
    private static final Duration LONGEST_PACE_WAIT = Duration.ofMinutes(1);

    private final SubmitRequest request;
    private final JobInput given;
    private final SubmitListener listener;
    private final SubmitTools tools;
    private final Instant startedAt;
    private final SeenJobs seen = new SeenJobs();
    private long enqueued;

    Submit(SubmitRequest request, JobInput given, SubmitListener listener, SubmitTools tools) {
        this.request = request;
        this.given = given;
        this.listener = listener;
        this.tools = tools;
        this.startedAt = tools.clock().now();
    }

    SubmitOutcome run() {
        String complaint = complaint();
        if (complaint != null) {
            return refused(Problem.ofWhole("request", complaint));
        }
        try (ReadableInput input = ReadableInput.of(given)) {
            return run(input);
        } catch (BadInputException e) {
            listener.bad(e.problem());
            return refused(e.problem());
        } catch (InterruptException e) {
            Thread.currentThread().interrupt();
            return new Stopped(request.runId(), enqueued);
        } catch (SerializationException e) {
            return new Mismatch(request.runId(), 0, String.valueOf(e.getMessage()));
        } catch (KafkaException e) {
            return new Unavailable(request.runId(), enqueued, TransactionWriter.reason(e));
        } catch (IOException e) {
            throw new UncheckedIOException("input " + given.name() + " cannot be closed", e);
        }
    }

    private SubmitOutcome run(ReadableInput input) throws BadInputException, IOException {
        String missing = tools.missingTopics();
        if (missing != null) {
            return refused(Problem.ofWhole("request", missing));
        }
        RunState begun = tools.states().read(request.runId());
        enqueued = begun.enqueued();
        Survey survey = survey(input, begun);
        if (survey.bad() > 0 && !request.skipBad()) {
            return new Refused(request.runId(), survey.problems(), survey.bad());
        }
        RunSettings settings = RunSettings.of(request.jobs(), given, survey.format());
        SubmitOutcome settled = settled(input, begun, settings, survey);
        return settled != null ? settled : enqueue(input, settings, survey);
    }

    /** What is wrong with the request whatever the input and the run; null when nothing is. */
    private @Nullable String complaint() {
        Set<String> routes = request.knownRoutes();
        if (routes != null && !routes.contains(request.jobs().route())) {
            return "route: " + request.jobs().route() + " (expected: "
                    + String.join(", ", routes.stream().sorted().toList()) + ")";
        }
        Instant deadline = request.jobs().deadline();
        return deadline == null || deadline.isAfter(startedAt)
                ? null
                : "deadline: " + deadline + " is past (expected: after " + startedAt + ")";
    }

    private @Nullable String complaint(ValidJob job, RouteFit fit) {
        Set<String> routes = request.skipBad() ? null : request.knownRoutes();
        String judges = routes == null ? null : ScorerRules.unknownRoute(job.expectation(), routes);
        return judges != null ? judges : fit.complaint(job);
    }

    /** The first reading. */
    private Survey survey(ReadableInput input, RunState begun) throws BadInputException, IOException {
        List<Problem> problems = Survey.none();
        JobReading.Complaints complaints = Survey.collecting(problems, listener);
        try (JobReading reading = reading(input, begun.submittedAt(startedAt), complaints)) {
            // Passing over is for what is wrong with a line whenever it is read, so that a resumed submit passes over
            // the
            // same lines; limits may change, and those who asked for it find such jobs among the dead letters.
            RouteFit fit = request.skipBad()
                    ? RouteFit.UNKNOWN
                    : tools.fit(request.jobs().route());
            return Survey.of(reading, begun, job -> complaint(job, fit), listener, complaints, problems);
        }
    }

    /** What can be said before the run is taken over; null where there are jobs to enqueue. */
    private @Nullable SubmitOutcome settled(ReadableInput input, RunState begun, RunSettings settings, Survey survey)
            throws BadInputException, IOException {
        String difference = begun.difference(settings);
        if (difference != null) {
            return new Mismatch(request.runId(), 0, difference);
        }
        if (survey.jobs() == 0) {
            return refused(Problem.ofWhole(input.name(), "holds no job"));
        }
        if (!survey.samePrefix() || (begun.complete() && survey.jobs() > begun.enqueued())) {
            return firstDifference(input, begun);
        }
        return begun.complete() ? new AlreadyComplete(request.runId(), begun.enqueued()) : null;
    }

    /** Takes the run over and enqueues, again where the cluster lost the thread. */
    private SubmitOutcome enqueue(ReadableInput input, RunSettings settings, Survey survey)
            throws BadInputException, IOException {
        Double rate = request.sending().rate();
        Pace pace = rate == null ? null : Pace.of(rate, LONGEST_PACE_WAIT);
        long before = -1;
        int fruitless = 0;
        while (true) {
            Takeover takeover = new Takeover(request, settings, survey, startedAt, listener, tools, pace);
            long known = enqueued;
            Takeover.End end;
            try {
                end = takeover.enqueue((since, complaints) -> reading(input, since, complaints));
            } finally {
                enqueued = Math.max(enqueued, takeover.state().enqueued());
            }
            boolean first = before < 0;
            before = first ? takeover.firstEnqueued() : before;
            fruitless = enqueued > known ? 0 : fruitless + 1;
            switch (end) {
                case Takeover.End.Complete(long repeated, long skipped) -> {
                    return new Enqueued(request.runId(), enqueued, enqueued - before, repeated, skipped);
                }
                case Takeover.End.AlreadyComplete() -> {
                    // Complete at a later look means that a chunk of unknown fate was committed after all.
                    return first
                            ? new AlreadyComplete(request.runId(), enqueued)
                            : new Enqueued(request.runId(), enqueued, enqueued - before, 0, survey.bad());
                }
                case Takeover.End.Different() -> {
                    return firstDifference(input, takeover.state());
                }
                case Takeover.End.Over(SubmitOutcome outcome) -> {
                    return outcome;
                }
                case Takeover.End.Lost(String reason) -> {
                    if (fruitless == FRUITLESS_TRIES) {
                        return new Unavailable(request.runId(), enqueued, reason);
                    }
                    listener.reconnecting(reason);
                    if (tools.isClosedWithin(BETWEEN_TRIES)) {
                        return new Stopped(request.runId(), enqueued);
                    }
                }
            }
        }
    }

    private Mismatch firstDifference(ReadableInput input, RunState begun) throws BadInputException, IOException {
        Instant submittedAt = begun.submittedAt(startedAt);
        FirstDifference difference =
                new FirstDifference(tools.states().chunks(request.runId(), submittedAt), begun.enqueued());
        try (JobReading reading = reading(input, submittedAt, problem -> {})) {
            return difference.in(request.runId(), reading);
        }
    }

    private JobReading reading(ReadableInput input, Instant submittedAt, JobReading.Complaints complaints)
            throws BadInputException {
        return new JobReading(
                input.name(),
                input.open(request.jobs()),
                new JobValidator(request.jobs().maxBodyBytes(), submittedAt, request.scorers()),
                seen,
                request.jobs().epochs(),
                complaints);
    }

    private Refused refused(Problem problem) {
        return new Refused(request.runId(), List.of(problem), 1);
    }
}
