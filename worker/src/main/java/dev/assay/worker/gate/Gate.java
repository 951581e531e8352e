package dev.assay.worker.gate;

import java.time.Duration;
import java.util.Optional;

/**
 * The gate of one limit. A limit's refusal closes it; until then nobody calls. Afterwards one call probes; when the
 * provider takes that up, calls are let in 1, 2, 4, 8... at once until there are as many as before the closing, so that
 * what has waited does not fire all at once. Times are monotonic nanoseconds. Not thread-safe.
 */
final class Gate {
    /** What a call that may not go yet waits before it asks again. */
    static final Duration SHORT_PAUSE = Duration.ofMillis(200);

    /** Providers check limits before they work: a call that has been out for so long was let in. */
    static final Duration PATIENCE = Duration.ofSeconds(5);

    /** A hint beyond this is tried after it all the same: hints of a day were seen to be wrong. */
    static final Duration LONGEST = Duration.ofHours(1);

    private static final Duration SHORTEST = Duration.ofMillis(100);
    private static final Duration[] WITHOUT_HINT = {
        Duration.ofSeconds(5), Duration.ofSeconds(15), Duration.ofSeconds(45)
    };

    private static final double LEAST_JITTER = 0.7;
    private static final double JITTER_SPAN = 0.6;
    private static final int JITTER_SHARE = 20;
    private static final long MOST_SPREAD = Duration.ofMillis(250).toNanos();
    /** As many calls at once as a gate opens for where it is not known how many there were. */
    private static final int LEAST_TARGET = 8;

    private enum State {
        OPEN,
        CLOSED,
        RAMP
    }

    /**
     * One call's way through; what it brings counts in its own round only, since a call from before the closing cannot
     * tell that the limit is over.
     */
    record Pass(long round, boolean probe) {}

    private State state = State.OPEN;
    private long until;
    private long probeFrom;
    private boolean probing;
    private long probeSince;
    private long round;
    private int inRound;
    private int target;
    private int ceiling;
    private long steppedAt;
    private int refusedInRow;

    /** Nanoseconds until a call may go; zero when it may now. */
    long pause(long now) {
        return pause(now, Duration.ZERO);
    }

    /**
     * Nanoseconds until a call may go; zero when it may now.
     *
     * @param deference how long it leaves probing to others
     */
    long pause(long now, Duration deference) {
        advance(now);
        boolean mayGo = switch (state) {
            case OPEN -> true;
            case CLOSED -> isDue(now - deference.toNanos()) && !probing;
            case RAMP -> inRound < ceiling;
        };
        if (mayGo) {
            return 0;
        }
        return Math.max(state == State.CLOSED ? probeFrom - now : 0, SHORT_PAUSE.toNanos());
    }

    /** Lets a call go that need not pause. */
    Pass enter(long now) {
        boolean probe = state == State.CLOSED;
        if (probe) {
            probing = true;
            probeSince = now;
        }
        inRound++;
        return new Pass(round, probe);
    }

    /** A call is over that says nothing of this gate. */
    void left(Pass pass) {
        if (pass.round() == round) {
            inRound--;
            if (pass.probe()) {
                probing = false;
            }
        }
    }

    /** A call is over that the provider took up. */
    void letIn(Pass pass, long now) {
        boolean counts = pass.round() == round;
        left(pass);
        if (!counts) {
            return;
        }
        refusedInRow = 0;
        switch (state) {
            case OPEN -> {}
            case CLOSED -> ramp(2, now);
            case RAMP -> ramp(ceiling * 2, now);
        }
    }

    /**
     * A call is over that the limit refused.
     *
     * @param chance 0 to 1, for jitter
     * @return whether the gate is closed for longer than it was
     */
    boolean limited(Pass pass, Optional<Duration> hint, long now, double chance) {
        Optional<Duration> told = hint.filter(Duration::isPositive);
        boolean counts = pass.round() == round;
        left(pass);
        if (!counts && told.isEmpty()) {
            return false;
        }
        Duration wait = told.orElseGet(() -> withoutHint(chance));
        if (counts) {
            refusedInRow++;
        }
        return closeUntil(now + bounded(wait).toNanos(), now, chance);
    }

    /**
     * Closes it until then, unless it is closed for as long already.
     *
     * @param chance 0 to 1; spreads the probes of several workers
     * @return whether that changed anything
     */
    boolean closeUntil(long end, long now, double chance) {
        advance(now);
        boolean isLater = state != State.CLOSED || end - until > 0;
        if (end - now <= 0 || !isLater) {
            return false;
        }
        if (state != State.CLOSED || isDue(now)) {
            target = Math.max(state == State.OPEN ? LEAST_TARGET : target, inRound + 1);
            round++;
            inRound = 0;
            probing = false;
        }
        state = State.CLOSED;
        until = end;
        probeFrom = end + (long) (chance * Math.min(MOST_SPREAD, (end - now) / JITTER_SHARE));
        return true;
    }

    /** Ends the waiting, as a person may: the next call probes. */
    void openForProbe(long now) {
        if (state == State.CLOSED && !isDue(now)) {
            until = now;
            probeFrom = now;
        }
    }

    /** Whether a limit's time runs or nobody has been let in since. */
    boolean isClosed(long now) {
        advance(now);
        return state == State.CLOSED;
    }

    /** Whether its time runs still, so that asking now is in vain. */
    boolean isWaiting(long now) {
        advance(now);
        return state == State.CLOSED && !isDue(now);
    }

    long until() {
        return until;
    }

    private boolean isDue(long now) {
        return probeFrom - now <= 0;
    }

    private void advance(long now) {
        if (state == State.CLOSED && probing && now - probeSince >= PATIENCE.toNanos()) {
            ramp(2, now);
        } else if (state == State.RAMP && now - steppedAt >= PATIENCE.toNanos()) {
            ramp(ceiling * 2, now);
        }
    }

    private void ramp(int most, long now) {
        probing = false;
        ceiling = most;
        steppedAt = now;
        state = ceiling >= target ? State.OPEN : State.RAMP;
    }

    private Duration withoutHint(double chance) {
        Duration base = WITHOUT_HINT[Math.min(refusedInRow, WITHOUT_HINT.length - 1)];
        return Duration.ofNanos((long) (base.toNanos() * (LEAST_JITTER + JITTER_SPAN * chance)));
    }

    private static Duration bounded(Duration wait) {
        if (wait.compareTo(SHORTEST) < 0) {
            return SHORTEST;
        }
        return wait.compareTo(LONGEST) > 0 ? LONGEST : wait;
    }
}
