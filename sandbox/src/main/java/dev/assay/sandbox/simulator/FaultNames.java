package dev.assay.sandbox.simulator;

import static dev.assay.sandbox.simulator.CannedErrors.json;

import dev.assay.runtime.DurationText;
import dev.assay.sandbox.simulator.CannedErrors.Hint;
import dev.assay.sandbox.simulator.Fault.Body;
import dev.assay.sandbox.simulator.Fault.Break;
import dev.assay.sandbox.simulator.Fault.Twist;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The names by which rules and prompt markers ask for faults: {@code NAME} or {@code NAME=VALUE}. The names are API:
 * job files and drills use them.
 */
public final class FaultNames {
    private static final Map<String, Entry> ENTRIES = new LinkedHashMap<>();

    /**
     * One fault.
     *
     * @param value what may stand behind {@code =}; empty for nothing
     */
    public record Description(String name, String value, String meaning) {}

    private record Entry(Description description, Function<String, Fault> make) {}

    static {
        add("status", "STATUS", "that HTTP status with a plausible body", FaultNames::status);
        add("rate-limit", "WAIT", "429 on requests, the wait told in headers and text", v -> limit("requests", v));
        add("rate-limit-tokens", "WAIT", "429 on tokens, the wait told in headers and text", v -> limit("tokens", v));
        add("rate-limit-prose", "WAIT", "429 that tells the wait only in its text", FaultNames::proseOnly);
        add("rate-limit-bare", "", "429 that tells no wait", v -> bare());
        add("rate-limit-day", "WAIT", "429 of a day's limit", FaultNames::day);
        add("rate-limit-concurrency", "", "429 for too many calls at once", v -> concurrency());
        add("too-large", "", "429 for a request larger than a whole minute's limit", v -> tooLarge());
        add("overloaded-429", "", "429 that means overload, not a limit", v -> overloaded429());
        add("quota", "", "429 for an account without money", v -> quota());
        add("billing", "", "402 for an account without money", v -> CannedErrors.ofStatus(402));
        add("key-refused", "", "401", v -> CannedErrors.keyRefused());
        add("forbidden", "", "403", v -> CannedErrors.ofStatus(403));
        add("model-gone", "", "404 model_not_found", v -> CannedErrors.modelGone("the-model"));
        add("bad-request", "", "400 whose text quotes another status", v -> badRequest());
        add("context-length", "", "400 context_length_exceeded", v -> contextLength());
        add("content-filter", "", "400 content_filter", v -> CannedErrors.contentFilter());
        add("bad-gateway", "", "502 with an HTML page", v -> CannedErrors.ofStatus(502));
        add("unavailable", "", "503 with Retry-After: 0", v -> CannedErrors.unavailable());
        add("overloaded", "", "529", v -> CannedErrors.overloaded());
        add("redirect", "LOCATION", "307 to the same path, or to that location", FaultNames::redirect);
        add("slow", "EXTRA", "the answer comes that much later (5s)", v -> new Fault.Slow(time(v, 5)));
        add("reset", "", "connection reset before the headers", v -> broken(Break.RESET));
        add("close", "", "connection closed in order before the headers", v -> broken(Break.CLOSE));
        add("garbage", "", "bytes that are no HTTP", v -> broken(Break.GARBAGE));
        add("stall", "", "no answer ever", v -> broken(Break.STALL));
        add("hang-after-headers", "", "headers, then nothing", v -> broken(Break.HANG_AFTER_HEADERS));
        add("hang-in-body", "", "half of the body, then nothing", v -> broken(Break.HANG_IN_BODY));
        add("cut-body", "", "half of the body, then closed", v -> broken(Break.CUT_BODY));
        add("reset-in-body", "", "half of the body, then reset", v -> broken(Break.RESET_IN_BODY));
        add("malformed-json", "", "200 with broken JSON", v -> body(Body.MALFORMED_JSON));
        add("html", "", "200 with an HTML page", v -> body(Body.HTML));
        add("empty-body", "", "200 with nothing", v -> body(Body.EMPTY));
        add("null-body", "", "200 with the JSON null", v -> body(Body.NULL));
        add("error-object", "", "200 with an error object; in a stream an error event", v -> body(Body.ERROR_OBJECT));
        add("empty-choices", "", "200 with no choice", v -> body(Body.EMPTY_CHOICES));
        add("null-choices", "", "200 with null for choices", v -> body(Body.NULL_CHOICES));
        add("no-done", "", "a stream that ends after its finish reason, without [DONE]", v -> body(Body.NO_DONE));
        add("no-finish", "", "no finish reason; a stream ends without [DONE] too", v -> twist(Twist.NO_FINISH));
        add("empty-content", "", "an answer of no characters", v -> twist(Twist.EMPTY_CONTENT));
        add("null-content", "", "an answer that is null", v -> twist(Twist.NULL_CONTENT));
        add("reasoning-only", "", "reasoning up to the limit and no answer", v -> twist(Twist.REASONING_ONLY));
        add("refusal", "", "a refusal instead of an answer", v -> twist(Twist.REFUSAL));
        add("finish-content-filter", "", "an answer cut by the filter", v -> twist(Twist.FINISH_CONTENT_FILTER));
        add("finish-length", "", "an answer cut at the token limit", v -> twist(Twist.FINISH_LENGTH));
        add("drift", "MODEL", "another model answers", v -> new Fault.Twisted(Twist.DRIFT, v));
        add("many-tokens", "TIMES", "so many times the output that the text has (4)", FaultNames::manyTokens);
        add("no-usage", "", "no usage field", v -> twist(Twist.NO_USAGE));
        add("null-usage", "", "usage is null", v -> twist(Twist.NULL_USAGE));
        add("usage-first", "", "a stream tells its usage in its first chunk only", v -> twist(Twist.USAGE_FIRST));
        add(
                "usage-with-choices",
                "",
                "a stream tells its usage with its finish reason",
                v -> twist(Twist.USAGE_WITH_CHOICES));
        add("reasoning", "", "reasoning before the answer", v -> twist(Twist.REASONING));
        add(
                "slow-first-token",
                "EXTRA",
                "headers in time, a stream's content that much later (5s)",
                FaultNames::lateToken);
        add(
                "stream-heartbeats",
                "EVERY",
                "a stream of comments only, one each time (1s), until the client leaves",
                v -> new Fault.Heartbeats(time(v, 1)));
        add("stream-stall", "PIECES", "a stream that falls silent after so many pieces of text (1)", FaultNames::stall);
        add(
                "stream-error",
                "CODE",
                "a stream that turns into an error of that code (overloaded_error)",
                v -> new Fault.StreamError(v.isEmpty() ? "overloaded_error" : v));
        add(
                "stream-cut-character",
                "",
                "half of a stream, then closed inside a character",
                v -> broken(Break.CUT_CHARACTER));
        add("done-only", "", "a stream that ends with [DONE], without a finish reason", v -> body(Body.DONE_ONLY));
        add(
                "uncancelled",
                "EXTRA",
                "the answer comes that much later (5s), and is generated for nobody if the client leaves",
                v -> new Fault.Uncancelled(time(v, 5)));
    }

    private FaultNames() {}

    /** All of them, for documentation. */
    public static List<Description> all() {
        return ENTRIES.values().stream().map(Entry::description).toList();
    }

    /**
     * Makes the fault.
     *
     * @throws IllegalArgumentException for an unknown name or a value that does not fit
     */
    static Fault parse(String text) {
        int equals = text.indexOf('=');
        String name = equals < 0 ? text.strip() : text.substring(0, equals).strip();
        String value = equals < 0 ? "" : text.substring(equals + 1).strip();
        Entry entry = ENTRIES.get(name);
        if (entry == null) {
            String known = ENTRIES.keySet().stream().collect(Collectors.joining(", "));
            throw new IllegalArgumentException("fault: " + name + " (expected one of: " + known + ")");
        }
        if (!value.isEmpty() && entry.description().value().isEmpty()) {
            throw new IllegalArgumentException("fault: " + text + " (" + name + " takes no value)");
        }
        return entry.make().apply(value);
    }

    private static void add(String name, String value, String meaning, Function<String, Fault> make) {
        ENTRIES.put(name, new Entry(new Description(name, value, meaning), make));
    }

    private static Fault broken(Break kind) {
        return new Fault.Broken(kind);
    }

    private static Fault body(Body body) {
        return new Fault.BadBody(body);
    }

    private static Fault manyTokens(String times) {
        if (!times.isEmpty() && !times.matches("[1-9]\\d{0,2}")) {
            throw new IllegalArgumentException("many-tokens: " + times + " (expected: 1 to 999)");
        }
        return new Fault.Twisted(Twist.MANY_TOKENS, times.isEmpty() ? "4" : times);
    }

    private static Fault twist(Twist twist) {
        return new Fault.Twisted(twist, "");
    }

    private static Fault status(String value) {
        try {
            int status = Integer.parseInt(value);
            if (status >= 200 && status <= 599) {
                return CannedErrors.ofStatus(status);
            }
        } catch (NumberFormatException e) {
            // Refused below, like a number out of range.
        }
        throw new IllegalArgumentException("fault: status=" + value + " (expected: 200 to 599)");
    }

    private static Fault lateToken(String value) {
        return new Fault.SlowFirstToken(time(value, 5));
    }

    private static Fault stall(String value) {
        try {
            int pieces = value.isEmpty() ? 1 : Integer.parseInt(value);
            if (pieces >= 0) {
                return new Fault.StreamStall(pieces);
            }
        } catch (NumberFormatException e) {
            // Refused below, like a number below 0.
        }
        throw new IllegalArgumentException("fault: stream-stall=" + value + " (expected: a whole number >= 0)");
    }

    private static Duration time(String value, int seconds) {
        return value.isEmpty() ? Duration.ofSeconds(seconds) : DurationText.parse(value);
    }

    private static Fault limit(String what, String value) {
        return CannedErrors.rateLimit(what, time(value, 2), Hint.ALL);
    }

    private static Fault proseOnly(String value) {
        return CannedErrors.rateLimit("tokens", time(value, 2), Hint.PROSE_ONLY);
    }

    private static Fault bare() {
        return CannedErrors.rateLimit("requests", Duration.ZERO, Hint.NONE);
    }

    private static Fault day(String value) {
        Duration wait = time(value, 3 * 3600);
        return CannedErrors.rateLimited(
                "Too many tokens for this account: tokens per day (TPD), Limit 9000000, Used 8999990, Requested 500."
                        + " Please try again in " + CannedErrors.prose(wait) + ".",
                "tokens",
                wait);
    }

    private static Fault concurrency() {
        return json(
                429,
                "Too many concurrent requests for this account; lower the number in flight.",
                "rate_limit_error",
                null,
                "concurrency_limit_reached");
    }

    private static Fault tooLarge() {
        return CannedErrors.rateLimited(
                "This request is too large for the account: tokens per minute (TPM), Limit 30000, Requested 61337."
                        + " Make the input or the output smaller.",
                "tokens",
                Duration.ZERO);
    }

    private static Fault overloaded429() {
        return json(429, "The engine is overloaded at the moment.", "engine_overloaded_error", null, null);
    }

    private static Fault quota() {
        return json(
                429,
                "The quota of this account is used up; look at its plan and billing.",
                "insufficient_quota",
                null,
                "insufficient_quota");
    }

    private static Fault badRequest() {
        return json(
                400,
                "Invalid value for 'temperature': 429 is above the highest one, 2 (this is no rate limit).",
                "invalid_request_error",
                "temperature",
                "decimal_above_max_value");
    }

    private static Fault contextLength() {
        return json(
                400,
                "The context of this model holds 8192 tokens at most, but the messages have 9000 tokens.",
                "invalid_request_error",
                "messages",
                "context_length_exceeded");
    }

    private static Fault redirect(String value) {
        Fault.Canned plain = json(307, "Ask at the other place.", "redirect", null, null);
        String location = value.isEmpty() ? "/v1/chat/completions" : value;
        return new Fault.Canned(307, plain.headers().with("Location", location), plain.body());
    }
}
