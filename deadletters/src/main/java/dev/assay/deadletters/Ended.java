package dev.assay.deadletters;

import java.time.Duration;

/** How dealing with dead letters came to its end. Whatever it was, doing the same again deals with what is left. */
public sealed interface Ended {
    /** All were dealt with. */
    record All() implements Ended {}

    /** As many were dealt with as was asked for. */
    record Enough() implements Ended {}

    /** A lane is full. */
    record QueueFull(String lane, long depth, long bound, Duration retryAfter) implements Ended {}

    /** Somebody else began to deal with letters of that partition. */
    record Overtaken(Stage stage, int partition) implements Ended {}

    /** It was interrupted. */
    record Stopped() implements Ended {}

    /** The cluster did not do its part. */
    record Unavailable(String reason) implements Ended {}
}
