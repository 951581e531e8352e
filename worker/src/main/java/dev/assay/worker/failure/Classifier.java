package dev.assay.worker.failure;

import dev.assay.schemas.FailureKind;
import java.io.EOFException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import javax.net.ssl.SSLException;

/**
 * Says which failure an error is: the one place that looks at statuses, codes, exception classes and providers'
 * wording. What responses mean is data, {@code failure-rules.yaml}. Nothing here throws for any bytes, nor looks at more
 * than the first 64 KiB of a body.
 */
public final class Classifier {
    /** A hint of so long is of no use to a job that holds a slot. */
    private static final Duration LONG = Duration.ofMinutes(10);

    /** A day's quota or a window of hours is not asked again sooner where the provider's hint cannot be believed. */
    private static final Duration SHORTEST_LONG = Duration.ofHours(1);

    private static final int MAX_MESSAGE = 512;

    private final Rules rules;
    private final Redactor redactor;
    private final Prompt prompt;

    public Classifier(Redactor redactor) {
        this(Rules.own(), redactor, Prompt.NONE);
    }

    private Classifier(Rules rules, Redactor redactor, Prompt prompt) {
        this.rules = rules;
        this.redactor = redactor;
        this.prompt = prompt;
    }

    /**
     * The same classifier for failures of one request, whose prompt it masks wherever a provider echoes it.
     *
     * @param requestBody the request's body; JSON as it was sent, or nearly
     */
    public Classifier about(String requestBody) {
        return new Classifier(rules, redactor, Prompt.of(requestBody));
    }

    /**
     * The failure that a response of an error status is.
     *
     * @param provider what is known of the provider: its family, or a text that names it, such as its host
     */
    public Failure ofStatus(String provider, int status, ResponseHeaders headers, byte[] body, Instant now) {
        Envelope envelope = Envelope.read(headers, body);
        Optional<Rule> rule = rules.decide(Family.of(provider), status, headers, envelope);
        return failure(
                rule, FailureKind.UNKNOWN, "no-rule", "HTTP " + status + said(envelope), headers, envelope, body, now);
    }

    /**
     * The failure that an error is which came under a status of success: the body of the response, or the event of its
     * stream, that holds the error. It means what it would mean under the status that it names itself; one that means
     * nothing known is a {@code BAD_RESPONSE}.
     *
     * @param provider as for {@link #ofStatus}
     * @param error the body, or the event's data
     */
    public Failure ofErrorBody(String provider, ResponseHeaders headers, byte[] error, Instant now) {
        Envelope envelope = Envelope.read(headers, error);
        Optional<Rule> rule = rules.decide(Family.of(provider), envelope.status(), headers, envelope);
        return failure(
                rule,
                FailureKind.BAD_RESPONSE,
                "error-body",
                "an error under a status of success" + said(envelope),
                headers,
                envelope,
                error,
                now);
    }

    /**
     * Checks that rules are known for a provider's family.
     *
     * @throws IllegalArgumentException naming the families that there are
     */
    public static void requireFamily(String family) {
        if (Family.of(family) == Family.UNKNOWN) {
            String known = Arrays.stream(Family.values())
                    .filter(one -> one != Family.UNKNOWN)
                    .map(one -> one.name().toLowerCase(Locale.ROOT))
                    .collect(Collectors.joining(", "));
            throw new IllegalArgumentException("family: " + family + " (expected: one of " + known + ")");
        }
    }

    /** The failure that a response of status 200 is whose body is not a completion. */
    public Failure ofBody(String provider, String why, ResponseHeaders headers, byte[] body) {
        BodyText start = BodyText.of(headers, body);
        return new Failure(
                FailureKind.BAD_RESPONSE,
                LimitScope.NONE,
                WaitClass.NONE,
                Optional.empty(),
                "body",
                isOfProxy(start.shape()),
                message(why),
                redactor.clean(start.text(), prompt));
    }

    /** The failure that a broken exchange is. */
    public Failure ofBroken(IOException broken, boolean sent) {
        String when = sent ? "after the request was sent" : "before the request was sent";
        String words = broken.getClass().getSimpleName() + " " + when + ": " + broken.getMessage();
        return switch (broken) {
            case BodyTooLargeException e ->
                Failure.of(FailureKind.BAD_RESPONSE, "broken-too-large", message(words), "");
            // Timeouts of connecting and reading are among them.
            case InterruptedIOException e -> Failure.of(FailureKind.TIMEOUT, "broken-timeout", message(words), "");
            default -> Failure.of(FailureKind.TRANSIENT, breakName(broken), message(words), "");
        };
    }

    /** A failure in words of Assay's own. */
    public Failure of(FailureKind kind, String message) {
        return Failure.of(kind, "reading", message(message), "");
    }

    private static String breakName(IOException broken) {
        return switch (broken) {
            case ConnectException e -> "broken-connect";
            case UnknownHostException e -> "broken-host";
            case SSLException e -> "broken-tls";
            case EOFException e -> "broken-off";
            default -> "broken";
        };
    }

    private Failure failure(
            Optional<Rule> rule,
            FailureKind otherwise,
            String noRule,
            String words,
            ResponseHeaders headers,
            Envelope envelope,
            byte[] body,
            Instant now) {
        FailureKind kind = rule.map(Rule::kind).orElse(otherwise);
        Optional<Duration> hint = isWaitedFor(kind) ? WaitHint.read(headers, envelope, now) : Optional.empty();
        WaitClass wait = waitClass(rule.map(Rule::waitClass).orElse(WaitClass.NONE), hint);
        return new Failure(
                kind,
                rule.map(Rule::scope).orElse(LimitScope.NONE),
                wait,
                believed(hint, wait, rule.flatMap(Rule::atLeast)),
                rule.map(Rule::name).orElse(noRule),
                isOfProxy(envelope.shape()),
                message(words),
                redactor.clean(BodyText.of(headers, body).text(), prompt),
                kind == FailureKind.RATE_LIMITED
                        ? LimitSaid.read(envelope.message(), headers, now)
                        : LimitSaid.NOTHING);
    }

    /** Whether time may help at all, so that a hint means something. */
    private static boolean isWaitedFor(FailureKind kind) {
        return switch (kind) {
            case RATE_LIMITED, OVERLOADED, TRANSIENT, TIMEOUT, UNKNOWN -> true;
            case STREAM_BROKEN,
                    MODEL_GONE,
                    CONTENT_FILTERED,
                    CONTEXT_TOO_LONG,
                    NEVER_FITS,
                    QUOTA_EXHAUSTED,
                    AUTH_FAILED,
                    BAD_REQUEST,
                    BAD_RESPONSE,
                    TRUNCATED,
                    CANCELLED,
                    CONCURRENCY_EXHAUSTED,
                    RPM_EXHAUSTED,
                    TOKEN_BUDGET_EXHAUSTED,
                    TENANT_QUOTA_EXHAUSTED,
                    CIRCUIT_OPEN,
                    PROVIDER_BLOCKED,
                    KILLED,
                    QUEUE_FULL,
                    DEADLINE_EXCEEDED,
                    LEDGER_SILENT -> false;
        };
    }

    private static WaitClass waitClass(WaitClass ruled, Optional<Duration> hint) {
        boolean isLong = hint.filter(wait -> wait.compareTo(LONG) >= 0).isPresent();
        return ruled == WaitClass.SHORT && isLong ? WaitClass.LONG : ruled;
    }

    /** The hint, or what is known better: providers send seconds for a quota that a day gives back. */
    private static Optional<Duration> believed(Optional<Duration> hint, WaitClass wait, Optional<Duration> atLeast) {
        boolean isTooShort = wait == WaitClass.LONG
                && hint.filter(told -> told.compareTo(LONG) >= 0).isEmpty();
        Optional<Duration> floor = isTooShort ? Optional.of(atLeast.orElse(SHORTEST_LONG)) : atLeast;
        boolean isBelow = floor.isPresent() && (hint.isEmpty() || hint.get().compareTo(floor.get()) < 0);
        return isBelow ? floor : hint;
    }

    private static boolean isOfProxy(BodyText.Shape shape) {
        return shape == BodyText.Shape.HTML || shape == BodyText.Shape.EMPTY;
    }

    private static String said(Envelope envelope) {
        String label = envelope.label().isEmpty() ? "" : " " + envelope.label();
        return label + ": " + (envelope.message().isEmpty() ? "no body" : envelope.message());
    }

    private String message(String words) {
        return redactor.message(words, prompt, MAX_MESSAGE);
    }
}
