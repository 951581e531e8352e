package dev.assay.producer;

import dev.assay.runtime.Clock;
import dev.assay.runtime.LaneDepth;
import dev.assay.runtime.LaneReader;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.errors.InterruptException;

/**
 * Lets chunks into a lane up to its bound on unfinished jobs. The depth is read before each chunk, and a chunk is cut
 * to the room there is; what others enqueue between reading and sending is not seen, so the bound is overshot by at
 * most one chunk for each submitter beside this one.
 */
final class Admission {
    private static final Duration FIRST_PAUSE = Duration.ofMillis(100);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(2);
    /** A waiter goes on when this share of the bound is free: at one job a transaction the lane would crawl. */
    private static final int ROOM_SHARE = 20;

    private final LaneReader lane;
    private final BoundNow bounds;
    private final Placement placement;
    private final SendSettings settings;
    private final DrainRate drainRate;
    private final Clock clock;
    private final CountDownLatch closed;
    private final SubmitListener listener;

    /**
     * @param drainRate what is known of the lane's rate, kept over submits
     * @param closed ends every wait when it opens
     */
    Admission(
            LaneReader lane,
            BoundNow bounds,
            Placement placement,
            SendSettings settings,
            DrainRate drainRate,
            Clock clock,
            CountDownLatch closed,
            SubmitListener listener) {
        this.lane = lane;
        this.bounds = bounds;
        this.placement = placement;
        this.settings = settings;
        this.drainRate = drainRate;
        this.clock = clock;
        this.closed = closed;
        this.listener = listener;
    }

    /** What a chunk is told. */
    sealed interface Decision {
        /**
         * Come in.
         *
         * @param jobs how many jobs may
         * @param partition the partition they go to, all of them
         */
        record Room(int jobs, int partition) implements Decision {}

        /** The lane is full, and stayed so for as long as the request waits. */
        record Full(long depth, long bound, Duration retryAfter) implements Decision {}

        /** The producer was closed. */
        record Closed() implements Decision {}
    }

    /**
     * Decides, after waiting where the request asks for that.
     *
     * @param wanted jobs of the chunk, at least 1
     */
    Decision admit(int wanted) {
        long began = clock.nanos();
        Duration pause = FIRST_PAUSE;
        while (!closedWithin(Duration.ZERO)) {
            long bound = bounds.read();
            LaneDepth depth = lane.read();
            drainRate.note(clock.nanos(), depth.finished());
            long room = room(bound, depth);
            if (room >= (settings.whenFull() instanceof WhenFull.Wait ? enough(bound, wanted) : 1)) {
                return new Decision.Room((int) Math.min(wanted, room), placement.shortest(depth));
            }
            Duration soFar = Duration.ofNanos(clock.nanos() - began);
            Duration left = patience().minus(soFar);
            if (!left.isPositive() && drainRate.isKnown()) {
                return new Decision.Full(depth.unfinished(), bound, drainRate.until(missing(bound, depth, wanted)));
            }
            if (left.isPositive()) {
                listener.waiting(depth.unfinished(), bound, soFar);
            }
            // Where nobody waits, one more reading still tells how fast the lane drains.
            if (closedWithin(left.isPositive() ? shorter(pause, left) : DrainRate.SHORTEST_SPAN)) {
                break;
            }
            pause = shorter(pause.multipliedBy(3).dividedBy(2), LONGEST_PAUSE);
        }
        return new Decision.Closed();
    }

    /** Jobs that may still come; one less than the offsets, because a chunk's marker takes one. */
    private static long room(long bound, LaneDepth depth) {
        return Math.max(0, bound - depth.unfinished() - 1);
    }

    private static long enough(long bound, int wanted) {
        return Math.max(1, Math.min(wanted, Math.min(bound / ROOM_SHARE, bound - 1)));
    }

    /** Jobs to be finished before there is room enough; many where the bound was lowered far below the depth. */
    private static long missing(long bound, LaneDepth depth, int wanted) {
        return enough(bound, wanted) + depth.unfinished() + 1 - bound;
    }

    private Duration patience() {
        return switch (settings.whenFull()) {
            case WhenFull.Fail() -> Duration.ZERO;
            case WhenFull.Wait(Duration longest) -> longest;
        };
    }

    private boolean closedWithin(Duration pause) {
        try {
            return closed.await(pause.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        }
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) <= 0 ? one : other;
    }
}
