package dev.assay.worker.simulation;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * An outage as a shape over time.
 *
 * @param name what it is called
 * @param story what happens
 * @param candidates the moods of the route's models, the first choice first
 * @param jobs how many jobs come
 * @param perSecond how many of them a second; empty where all come at once
 * @param trouble when it begins and ends; empty where it is always the same
 */
record Shape(
        String name,
        String story,
        List<Mood> candidates,
        int jobs,
        OptionalDouble perSecond,
        Optional<Trouble> trouble) {
    /** Times in seconds since the start. */
    record Trouble(double from, double until) {}

    /** A healthy model answers three times as many with the worker's 64 slots. */
    private static final double STREAM = 20;

    private static final int JOBS = 4_800;
    private static final double HINT = 13;

    static List<Shape> all() {
        return List.of(
                healthy(),
                errors(),
                outage(),
                brownout(),
                slowRecovery(),
                storm(),
                flapping(),
                longTail(),
                overload(),
                bothDown());
    }

    static Shape healthy() {
        return stream("healthy", "Nothing goes wrong.", Optional.empty(), Mood.HEALTHY);
    }

    static Shape errors() {
        return stream("10 % 5xx", "Every tenth call fails, all the time.", Optional.empty(), Mood.failing(0.1));
    }

    static Shape outage() {
        return stream(
                "hard outage",
                "Every call fails from 60 to 120 s; the route has no other model.",
                Optional.of(new Trouble(60, 120)),
                Mood.HEALTHY.but(Mood.down(), 60, 120));
    }

    static Shape brownout() {
        Mood slow = (seconds, inFlight, random) ->
                random.nextBoolean() ? Mood.answer(10, 20, random) : Mood.HEALTHY.of(seconds, inFlight, random);
        return stream(
                "brownout",
                "Half the calls take 10 to 20 s from 60 to 120 s.",
                Optional.of(new Trouble(60, 120)),
                Mood.HEALTHY.but(slow, 60, 120));
    }

    static Shape slowRecovery() {
        Mood recovering = (seconds, inFlight, random) ->
                Mood.collapsingOver(1 + (seconds - 90), Duration.ofMillis(500)).of(seconds, inFlight, random);
        return stream(
                "slow recovery",
                "Every call fails from 60 to 90 s; then the model takes one call more at once with each second.",
                Optional.of(new Trouble(60, 150)),
                Mood.HEALTHY.but(Mood.down(), 60, 90).but(recovering, 90, 150));
    }

    static Shape storm() {
        Mood limit = (seconds, inFlight, random) -> Mood.limited(HINT - seconds);
        return new Shape(
                "429 storm",
                "1,000 jobs come at once, and for 13 s each call is refused with what is left of them as Retry-After.",
                List.of(Mood.HEALTHY.but(limit, 0, HINT), Mood.HEALTHY),
                1_000,
                OptionalDouble.empty(),
                Optional.of(new Trouble(0, HINT)));
    }

    static Shape flapping() {
        Mood flaps = (seconds, inFlight, random) ->
                ((int) seconds / 10 % 2 == 0 ? Mood.down() : Mood.HEALTHY).of(seconds, inFlight, random);
        return stream(
                "flapping",
                "From 60 to 180 s every call fails for 10 s, none for 10 s, and so on; there is a second model.",
                Optional.of(new Trouble(60, 180)),
                Mood.HEALTHY.but(flaps, 60, 180),
                Mood.HEALTHY);
    }

    static Shape longTail() {
        Mood tail = (seconds, inFlight, random) ->
                random.nextDouble() < 0.03 ? Mood.answer(20, 60, random) : Mood.HEALTHY.of(seconds, inFlight, random);
        return stream("long tail", "3 calls of 100 take 20 to 60 s, all the time.", Optional.empty(), tail);
    }

    static Shape overload() {
        Mood fragile = Mood.collapsingOver(30, Duration.ofSeconds(5));
        return stream(
                "overload collapse",
                "The model bears 30 calls at once; more fail, each after 5 s of taking up room. It is down from 60 to"
                        + " 80 s, and what has waited then comes on top of what comes.",
                Optional.of(new Trouble(60, 80)),
                fragile.but(Mood.down(), 60, 80));
    }

    static Shape bothDown() {
        return stream(
                "both down, one back",
                "Both models of the route are down from 60 s; the second is back at 100 s, the first at 160 s.",
                Optional.of(new Trouble(60, 100)),
                Mood.HEALTHY.but(Mood.down(), 60, 160),
                Mood.HEALTHY.but(Mood.down(), 60, 100));
    }

    private static Shape stream(String name, String story, Optional<Trouble> trouble, Mood... candidates) {
        return new Shape(name, story, List.of(candidates), JOBS, OptionalDouble.of(STREAM), trouble);
    }
}
