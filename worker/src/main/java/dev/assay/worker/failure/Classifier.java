package dev.assay.worker.failure;

import static dev.assay.schemas.FailureKind.AUTH_FAILED;
import static dev.assay.schemas.FailureKind.BAD_REQUEST;
import static dev.assay.schemas.FailureKind.CONTENT_FILTERED;
import static dev.assay.schemas.FailureKind.CONTEXT_TOO_LONG;
import static dev.assay.schemas.FailureKind.MODEL_GONE;
import static dev.assay.schemas.FailureKind.NEVER_FITS;
import static dev.assay.schemas.FailureKind.OVERLOADED;
import static dev.assay.schemas.FailureKind.QUOTA_EXHAUSTED;
import static dev.assay.schemas.FailureKind.RATE_LIMITED;
import static dev.assay.schemas.FailureKind.TIMEOUT;
import static dev.assay.schemas.FailureKind.TRANSIENT;

import dev.assay.schemas.FailureKind;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.IntPredicate;
import java.util.function.Predicate;

/**
 * Says which failure an error is: the one place that looks at statuses, codes, exception classes and providers'
 * wording. The first rule of the table that fits decides.
 */
public final class Classifier {
    private record Rule(FailureKind kind, IntPredicate status, Predicate<Envelope> envelope) {}

    /**
     * Codes and phrases before bare statuses, because a 429 may mean no money and a 400 anything. Phrases are ones that
     * a provider was seen to send with that status.
     */
    private static final List<Rule> RULES = List.of(
            rule(
                    CONTENT_FILTERED,
                    on(400, 403, 422),
                    coded(
                            "content_filter",
                            "content_policy_violation",
                            "responsibleaipolicyviolation",
                            "data_inspection_failed",
                            "invalid_prompt")),
            rule(
                    CONTENT_FILTERED,
                    on(400, 403),
                    says(
                            "content management policy",
                            "content exists risk",
                            "contentpolicyviolation",
                            "your input was flagged",
                            "your prompt was flagged")),
            // The same code is final at one provider and a per-minute limit at another.
            rule(RATE_LIMITED, on(429), coded("insufficient_quota").and(says("help.aliyun.com"))),
            rule(
                    QUOTA_EXHAUSTED,
                    on(400, 401, 403, 429),
                    coded(
                            "insufficient_quota",
                            "exceeded_current_quota_error",
                            "billing_hard_limit_reached",
                            "billing_not_active",
                            "arrearage",
                            "1113")),
            rule(QUOTA_EXHAUSTED, on(400, 403, 429), says("credit balance is too low", "insufficient balance")),
            rule(QUOTA_EXHAUSTED, on(402)),
            rule(NEVER_FITS, on(413, 429), says("request too large for")),
            rule(CONTEXT_TOO_LONG, on(400, 422), coded("context_length_exceeded", "1261")),
            rule(
                    CONTEXT_TOO_LONG,
                    on(400, 422),
                    says(
                            "maximum context length",
                            "prompt is too long",
                            "prompt too long",
                            "exceeded model token limit",
                            "range of input length",
                            "max_tokens must be at least 1, got -")),
            rule(CONTEXT_TOO_LONG, on(413)),
            rule(OVERLOADED, on(429), coded("engine_overloaded_error", "overloaded_error")),
            rule(OVERLOADED, on(429), says("no capacity available", "no deployments available for selected model")),
            rule(OVERLOADED, status -> status >= 500, coded("overloaded_error")),
            rule(OVERLOADED, on(503, 529)),
            rule(RATE_LIMITED, on(429)),
            rule(MODEL_GONE, on(400, 404), coded("model_not_found", "model_decommissioned")),
            rule(MODEL_GONE, on(410)),
            rule(AUTH_FAILED, on(401, 403)),
            rule(TIMEOUT, on(408)),
            rule(TRANSIENT, status -> status >= 500),
            rule(BAD_REQUEST, on(400, 404, 405, 409, 415, 422)));

    private final Redactor redactor;

    public Classifier(Redactor redactor) {
        this.redactor = redactor;
    }

    /**
     * The failure that a response of an error status is.
     *
     * @param provider what is known of the provider: its family, or a text that names it, such as its host
     */
    public Failure ofStatus(String provider, int status, ResponseHeaders headers, byte[] body, Instant now) {
        Envelope envelope = Envelope.read(body);
        String label = envelope.label().isEmpty() ? "" : " " + envelope.label();
        String words = envelope.message().isEmpty() ? "no body" : envelope.message();
        FailureKind kind = kindOf(status, envelope);
        return new Failure(
                kind,
                kind == RATE_LIMITED ? LimitScope.UNKNOWN : LimitScope.NONE,
                kind == RATE_LIMITED ? WaitClass.SHORT : WaitClass.NONE,
                WaitHint.read(headers, now),
                "status",
                false,
                redactor.clean("HTTP " + status + label + ": " + words),
                excerpt(body));
    }

    /** The failure that a response of status 200 is whose body is not a completion. */
    public Failure ofBody(String provider, String why, ResponseHeaders headers, byte[] body) {
        return Failure.of(FailureKind.BAD_RESPONSE, "body", redactor.clean(why), excerpt(body));
    }

    /** The failure that a broken exchange is. */
    public Failure ofBroken(IOException broken, boolean sent) {
        String when = sent ? "after the request was sent" : "before the request was sent";
        FailureKind kind = switch (broken) {
            case BodyTooLargeException e -> FailureKind.BAD_RESPONSE;
            // Timeouts of connecting and reading are among them.
            case InterruptedIOException e -> TIMEOUT;
            default -> TRANSIENT;
        };
        String words = broken.getClass().getSimpleName() + " " + when + ": " + broken.getMessage();
        return Failure.of(kind, "broken", redactor.clean(words), "");
    }

    /** A failure in words of Assay's own. */
    public Failure of(FailureKind kind, String message) {
        return Failure.of(kind, "reading", redactor.clean(message), "");
    }

    private String excerpt(byte[] body) {
        return redactor.clean(new String(body, StandardCharsets.UTF_8));
    }

    private static FailureKind kindOf(int status, Envelope envelope) {
        for (Rule rule : RULES) {
            if (rule.status().test(status) && rule.envelope().test(envelope)) {
                return rule.kind();
            }
        }
        return FailureKind.UNKNOWN;
    }

    private static Rule rule(FailureKind kind, IntPredicate status, Predicate<Envelope> envelope) {
        return new Rule(kind, status, envelope);
    }

    private static Rule rule(FailureKind kind, IntPredicate status) {
        return new Rule(kind, status, Objects::nonNull);
    }

    private static IntPredicate on(int... statuses) {
        List<Integer> wanted = Arrays.stream(statuses).boxed().toList();
        return wanted::contains;
    }

    private static Predicate<Envelope> coded(String... codes) {
        return envelope -> List.of(codes).stream().anyMatch(envelope::isCoded);
    }

    private static Predicate<Envelope> says(String... phrases) {
        return envelope -> List.of(phrases).stream().anyMatch(envelope::says);
    }
}
