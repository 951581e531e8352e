package dev.assay.sandbox.simulator;

import dev.assay.sandbox.wire.Headers;
import java.time.Duration;

/** What goes wrong with one call. {@link FaultNames} gives each its name. */
sealed interface Fault {
    /** Another answer at once, instead of a completion. */
    record Canned(int status, Headers headers, String body) implements Fault {}

    /** A completion that comes later than it would. */
    record Slow(Duration extra) implements Fault {}

    /** What only a stream can do. */
    sealed interface OfStream extends Fault {}

    /** A stream whose headers come in time, and whose first content comes that much later. */
    record SlowFirstToken(Duration extra) implements OfStream {}

    /** A stream that says nothing more after so many pieces of text. */
    record StreamStall(int pieces) implements OfStream {}

    /** A stream of comments that never says anything, one each so often. */
    record Heartbeats(Duration every) implements OfStream {}

    /** A stream that turns into an error of this code. */
    record StreamError(String code) implements OfStream {}

    /** A completion that takes that much longer, and is generated to its end also where the client has hung up. */
    record Uncancelled(Duration extra) implements Fault {}

    /** A well-formed 200 whose content is no good answer. */
    record Twisted(Twist twist, String value) implements Fault {}

    /** A 200 whose body is not what a client expects. */
    record BadBody(Body body) implements Fault {}

    /** Trouble of the connection. */
    record Broken(Break kind) implements Fault {}

    /** Ways to spoil a completion. */
    enum Twist {
        EMPTY_CONTENT,
        NULL_CONTENT,
        REASONING_ONLY,
        REFUSAL,
        FINISH_CONTENT_FILTER,
        FINISH_LENGTH,
        NO_FINISH,
        DRIFT,
        MANY_TOKENS,
        NO_USAGE,
        NULL_USAGE,
        USAGE_FIRST,
        USAGE_WITH_CHOICES,
        REASONING
    }

    /** Ways to spoil a body; in a stream, its second event. */
    enum Body {
        MALFORMED_JSON,
        HTML,
        EMPTY,
        NULL,
        ERROR_OBJECT,
        EMPTY_CHOICES,
        NULL_CHOICES,
        NO_DONE,
        DONE_ONLY
    }

    /** Ways to break a connection. */
    enum Break {
        RESET,
        CLOSE,
        GARBAGE,
        STALL,
        HANG_AFTER_HEADERS,
        HANG_IN_BODY,
        CUT_BODY,
        RESET_IN_BODY,
        CUT_CHARACTER
    }
}
