package dev.assay.worker.breaker;

import java.time.Duration;
import java.util.Optional;

/**
 * Keeps calls from one model of one provider while it fails, and lets them back by and by. No thread and no clock: time
 * is an argument, monotonic nanoseconds that never go back, so that a simulation runs the same rules. Not for several
 * threads at once.
 *
 * <pre>
 *            too many failed or slow calls            its time is over
 *   CLOSED ------------------------------&gt; OPEN ----------------------&gt; HALF_OPEN
 *      ^                                  ^  ^                          |     |
 *      |                                  |  +------- a probe failed ---+     |
 *      +--- nobody turned away --- RAMPING &lt;---------- all probes good -------+
 * </pre>
 *
 * <p>Of a call that was let in before the latest opening nothing counts any more, but for a provider's wish to be left
 * alone longer: the end of an opening is only ever moved back.
 */
public final class Breaker {
    /** Calls that decide whether a model is back; never more of them are in flight. */
    public static final int PROBES = 3;

    /** A refused call that asks again sooner finds nothing changed; one that asks much later leaves capacity unused. */
    private static final Duration SHORTEST_PAUSE = Duration.ofMillis(250);
    /** A taken-back step of the ramp costs less than an opening, and so needs fewer failures. */
    private static final double RAMP_PATIENCE = 0.5;

    private final BreakerSettings settings;
    private final Transitions transitions;
    private final CallWindow window;
    private final RecentPeak peak;
    private BreakerState state = BreakerState.CLOSED;
    private String reason = "it has not been open";
    private long since;
    private long until;
    private int generation;
    private int inFlight;
    private int probesInFlight;
    private int probesDone;
    private int probesSlow;
    private Ramp ramp;

    public Breaker(BreakerSettings settings, long nowNanos) {
        this(settings, nowNanos, (from, to, why) -> {});
    }

    Breaker(BreakerSettings settings, long nowNanos, Transitions transitions) {
        this.settings = settings;
        this.transitions = transitions;
        window = new CallWindow(settings.window());
        peak = new RecentPeak(nowNanos);
        since = nowNanos;
        until = nowNanos;
        ramp = ramp(1, nowNanos);
    }

    /** Lets a call through or refuses it. */
    public Entry enter(long nowNanos) {
        return enter(nowNanos, Duration.ZERO);
    }

    /**
     * Lets a call through or refuses it.
     *
     * @param deference how long it leaves probing to others
     */
    public Entry enter(long nowNanos, Duration deference) {
        advance(nowNanos);
        return switch (state) {
            case CLOSED -> admit(nowNanos, false);
            case OPEN -> refuse(Duration.ofNanos(until - nowNanos));
            case HALF_OPEN -> {
                boolean isFirst = nowNanos - until >= deference.toNanos();
                boolean isFree = probesInFlight + probesDone < PROBES;
                yield isFirst && isFree ? admit(nowNanos, true) : refuse(SHORTEST_PAUSE);
            }
            case RAMPING -> {
                if (inFlight < ramp.limit()) {
                    yield admit(nowNanos, false);
                }
                ramp.turnAway();
                yield refuse(SHORTEST_PAUSE);
            }
        };
    }

    /** Takes the permit of a call back that waited for nobody. */
    public void leave(Permit permit, Outcome outcome, long nowNanos) {
        leave(permit, outcome, 0, nowNanos);
    }

    /**
     * Takes a permit back and counts how its call ended.
     *
     * @param waitedNanos how much of the time since it was given the call waited for others, which is no slowness of
     *     the model's
     * @throws IllegalStateException when the permit was given back before
     */
    public void leave(Permit permit, Outcome outcome, long waitedNanos, long nowNanos) {
        permit.giveBack(this);
        probesInFlight -= permit.isProbe() ? 1 : 0;
        boolean isInFlight = permit.generation() == generation;
        inFlight -= isInFlight ? 1 : 0;
        advance(nowNanos);
        boolean isCurrent = isInFlight && (state != BreakerState.RAMPING || ramp.isOfNow(permit.enteredNanos()));
        boolean isSlow = nowNanos - permit.enteredNanos() - waitedNanos
                >= settings.slowCall().toNanos();
        switch (outcome) {
            case Outcome.Uncounted uncounted -> {}
            case Outcome.Good good -> {
                if (isCurrent) {
                    count(false, isSlow, "", nowNanos);
                }
            }
            case Outcome.Failed(String why, Optional<Duration> hint) -> {
                if (isCurrent) {
                    count(true, isSlow, why, nowNanos);
                }
                if (state == BreakerState.OPEN) {
                    hint.ifPresent(wish -> extend(nowNanos, shorter(wish, settings.longestHint())));
                }
            }
        }
    }

    public BreakerState state() {
        return state;
    }

    /** When it came to its state. */
    public long sinceNanos() {
        return since;
    }

    /** When probes are let through, while it is open. */
    public long untilNanos() {
        return until;
    }

    /** Why it is in its state, in words. */
    public String reason() {
        return state == BreakerState.RAMPING ? reason + ", " + ramp : reason;
    }

    private void count(boolean isFailed, boolean isSlow, String why, long nowNanos) {
        switch (state) {
            case OPEN -> throw new IllegalStateException("a call of an opening that let none in");
            case HALF_OPEN -> {
                if (isFailed) {
                    open("a probe failed: " + why, nowNanos);
                    return;
                }
                probesDone++;
                probesSlow += isSlow ? 1 : 0;
                if (probesDone == PROBES) {
                    judgeProbes(nowNanos);
                }
            }
            case CLOSED -> {
                window.add(isFailed, isSlow);
                judge(settings.minCalls(), why, nowNanos);
            }
            case RAMPING -> {
                window.add(isFailed, isSlow);
                ramp.count(isFailed);
                // What has just been down gets half the time to prove that it is down again.
                judge(Math.max(Math.min(PROBES, settings.minCalls()), settings.minCalls() / 2), why, nowNanos);
            }
        }
    }

    private void judgeProbes(long nowNanos) {
        if (probesSlow >= settings.slowShare() * PROBES) {
            open(probesSlow + " of " + PROBES + " probes were slow", nowNanos);
        } else {
            window.clear();
            ramp = ramp(ramp.target(), nowNanos);
            change(BreakerState.RAMPING, PROBES + " probes were good", nowNanos);
        }
    }

    private void judge(int fewest, String why, long nowNanos) {
        if (window.size() < fewest) {
            return;
        }
        if (window.failedShareReaches(settings.failedShare())) {
            String last = why.isEmpty() ? "" : ", the last by " + why;
            open(window.failed() + " of " + window.size() + " calls failed" + last, nowNanos);
        } else if (window.slowShareReaches(settings.slowShare())) {
            open(window.slow() + " of " + window.size() + " calls were slow", nowNanos);
        }
    }

    /** Does what time alone does. */
    private void advance(long nowNanos) {
        if (state == BreakerState.OPEN && nowNanos - until >= 0) {
            renew();
            change(BreakerState.HALF_OPEN, "it was open for its time", nowNanos);
        } else if (state == BreakerState.RAMPING) {
            int cuts = ramp.cuts();
            if (ramp.advance(nowNanos)) {
                change(BreakerState.CLOSED, "its ramp is over", nowNanos);
            } else if (ramp.cuts() > cuts) {
                window.clear();
            }
        }
    }

    private void open(String why, long nowNanos) {
        if (state == BreakerState.CLOSED) {
            Integer configured = settings.rampTo();
            ramp = ramp(configured == null ? Math.max(peak.read(nowNanos), PROBES) : configured, nowNanos);
        } else if (state == BreakerState.RAMPING) {
            // It broke at this height: the next ramp leads to half of it, and feels its way from there.
            ramp = ramp(Math.max(Math.min(ramp.target(), ramp.limit() / 2), 1), nowNanos);
        }
        renew();
        extend(nowNanos, settings.openFor());
        change(BreakerState.OPEN, why, nowNanos);
    }

    /** Begins anew: nothing that is in flight counts from here on. */
    private void renew() {
        generation++;
        inFlight = 0;
        probesDone = 0;
        probesSlow = 0;
        window.clear();
    }

    private void extend(long nowNanos, Duration by) {
        long end = nowNanos + by.toNanos();
        until = end - until > 0 ? end : until;
    }

    private void change(BreakerState to, String why, long nowNanos) {
        BreakerState from = state;
        state = to;
        reason = why;
        since = nowNanos;
        transitions.changed(from, to, why);
    }

    private Entry admit(long nowNanos, boolean probe) {
        inFlight++;
        probesInFlight += probe ? 1 : 0;
        if (state == BreakerState.CLOSED) {
            peak.note(inFlight, nowNanos);
        }
        return new Entry.Admitted(new Permit(this, nowNanos, generation, probe));
    }

    private Entry refuse(Duration pause) {
        return new Entry.Refused(
                pause.compareTo(SHORTEST_PAUSE) < 0 ? SHORTEST_PAUSE : pause, "breaker " + state + ": " + reason());
    }

    private Ramp ramp(int target, long nowNanos) {
        return new Ramp(
                target,
                settings.rampSteps(),
                settings.rampStep().toNanos(),
                settings.failedShare() * RAMP_PATIENCE,
                nowNanos);
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) <= 0 ? one : other;
    }
}
