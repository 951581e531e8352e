package dev.assay.sandbox.simulator;

import dev.assay.sandbox.wire.Headers;
import java.time.Duration;

/** What goes wrong with one call. {@link FaultNames} gives each its name. */
sealed interface Fault {
    /** Another answer at once, instead of a completion. */
    record Canned(int status, Headers headers, String body) implements Fault {}

    /** A completion that comes later than it would. */
    record Slow(Duration extra) implements Fault {}

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
        NO_USAGE,
        NULL_USAGE
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
        NO_DONE
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
        RESET_IN_BODY
    }
}
