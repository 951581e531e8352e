package dev.assay.worker.simulation;

import dev.assay.schemas.FailureKind;
import dev.assay.worker.failure.Failure;
import dev.assay.worker.failure.LimitScope;
import dev.assay.worker.failure.WaitClass;
import java.time.Duration;
import java.util.Optional;
import java.util.Random;

/** How a model of a provider behaves, by time and load. */
interface Mood {
    /**
     * What becomes of a call.
     *
     * @param duration how long it takes
     * @param failure what it fails with; empty for an answer
     */
    record Fate(Duration duration, Optional<Failure> failure) {}

    /**
     * Decides at its start what becomes of a call.
     *
     * @param seconds since the start of the simulation
     * @param inFlight calls that the model works on, with this one
     */
    Fate of(double seconds, int inFlight, Random random);

    /** Answers within 0.5 to 1.5 s. */
    Mood HEALTHY = (seconds, inFlight, random) -> answer(0.5, 1.5, random);

    /** Fails that share of its calls. */
    static Mood failing(double share) {
        return (seconds, inFlight, random) ->
                random.nextDouble() < share ? error(FailureKind.TRANSIENT) : HEALTHY.of(seconds, inFlight, random);
    }

    /** Fails all calls at once. */
    static Mood down() {
        return failing(1);
    }

    /**
     * Answers so many calls at once. Of those beyond it fails the more, the more they are, and each only after it has
     * taken up room for that long.
     */
    static Mood collapsingOver(double capacity, Duration room) {
        return (seconds, inFlight, random) -> random.nextDouble() < (inFlight - capacity) / capacity
                ? new Fate(room, error(FailureKind.OVERLOADED).failure())
                : HEALTHY.of(seconds, inFlight, random);
    }

    /** That mood between two times, this one before and after. */
    default Mood but(Mood other, double from, double until) {
        return (seconds, inFlight, random) ->
                (seconds >= from && seconds < until ? other : this).of(seconds, inFlight, random);
    }

    static Fate answer(double least, double most, Random random) {
        return new Fate(seconds(least + (most - least) * random.nextDouble()), Optional.empty());
    }

    static Fate error(FailureKind kind) {
        return new Fate(Duration.ofMillis(200), Optional.of(Failure.of(kind, "simulated", "simulated", "")));
    }

    /** A limit that says how long it lasts. */
    static Fate limited(double wait) {
        Duration hint = Duration.ofSeconds((long) Math.ceil(wait));
        return new Fate(
                Duration.ofMillis(100),
                Optional.of(new Failure(
                        FailureKind.RATE_LIMITED,
                        LimitScope.MODEL,
                        WaitClass.SHORT,
                        Optional.of(hint),
                        "simulated",
                        false,
                        "simulated",
                        "")));
    }

    static Duration seconds(double seconds) {
        return Duration.ofNanos((long) (seconds * 1e9));
    }
}
