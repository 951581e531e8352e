package dev.assay.sandbox.simulator;

import dev.assay.sandbox.wire.Headers;

/** What the limits say to a call. {@code headers} tell the state of the limits. */
sealed interface Admission {
    Headers headers();

    /** It may go on; {@code nanos} is the monotonic time at which it counts. */
    record Granted(Headers headers, long nanos, Permit permit) implements Admission {}

    record Refused(Headers headers, Fault.Canned answer) implements Admission {}

    /** A place among the concurrent calls and in the windows. */
    interface Permit {
        /**
         * Gives it back.
         *
         * @param usedTokens what the call used, input and output
         */
        void release(long usedTokens);
    }
}
