package dev.assay.cli.chaos;

import static java.util.Objects.requireNonNull;

import dev.assay.runtime.Clock;
import dev.assay.sandbox.process.ChildProcess;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** One service of the stage over all its starts: each start is a process of its own, {@code worker-1.3} the third. */
final class Part {
    /** An end that nobody asked for is answered as an orchestrator does, with a new start a little later. */
    private static final Duration BEFORE_NEW_START = Duration.ofSeconds(1);

    private enum State {
        NEW,
        UP,
        /** Killed on purpose, and to be started on purpose. */
        KILLED,
        ENDED
    }

    private final Target target;
    private final Function<String, ChildProcess> starter;
    private final Clock clock;
    private @Nullable ChildProcess child;
    private int starts;
    private State state = State.NEW;
    private long endedNanos;

    /** @param starter starts a process of that name and does not wait */
    Part(Target target, Function<String, ChildProcess> starter, Clock clock) {
        this.target = target;
        this.starter = starter;
        this.clock = clock;
    }

    Target target() {
        return target;
    }

    /** The name of its latest process. */
    String process() {
        return target.label() + "." + starts;
    }

    void start() {
        starts++;
        child = starter.apply(process());
        state = State.UP;
    }

    void awaitReady(Duration patience) {
        requireNonNull(child).awaitReady(patience);
    }

    /** Kills what runs; it stays down until it is started. */
    void kill() {
        if (child != null && child.isAlive()) {
            child.kill9();
        }
        state = State.KILLED;
    }

    void freeze() {
        if (child != null && child.isAlive()) {
            child.pause();
        }
    }

    void thaw() {
        if (child != null && child.isAlive()) {
            child.resume();
        }
    }

    /** How its process ended that nobody killed; told once. */
    Optional<Ended> ended() {
        ChildProcess ended = child;
        if (state != State.UP || ended == null || ended.isAlive()) {
            return Optional.empty();
        }
        state = State.ENDED;
        endedNanos = clock.nanos();
        return Optional.of(new Ended(
                process(), clock.now(), ended.awaitExit(Duration.ofSeconds(1)), ended.isReady(), ended.tail()));
    }

    /** Whether it ended by itself a while ago and is to be started again. */
    boolean isDue() {
        return state == State.ENDED && clock.nanos() - endedNanos >= BEFORE_NEW_START.toNanos();
    }
}
