package dev.assay.producer;

import dev.assay.budget.client.Answer;
import dev.assay.budget.client.Grant;
import dev.assay.runtime.Clock;
import dev.assay.runtime.LaneDepth;
import dev.assay.runtime.LaneReader;
import dev.assay.schemas.LedgerRefusal;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Lets chunks into a lane up to its bound on unfinished jobs.
 *
 * <p>A bound of the lane's own, or of the tenant in it, is kept by all submits together: each chunk takes slots of the lane, of which there are no
 * more than that, and is cut to those that it gets. Where the lane has none, the default or the request's own bound is
 * compared with the depth, as it is read before each chunk; what others enqueue between reading and sending is not seen,
 * so that one is overshot by at most one chunk for each submitter beside this one.
 */
final class Admission implements AutoCloseable {
    /** What befell a submit that was frozen for longer than its slots are held. */
    static final String REVOKED = "it was not heard of in time, and its slots of the lane were given to others";

    private static final Duration FIRST_PAUSE = Duration.ofMillis(100);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(2);
    /** A waiter goes on when this share of the bound is free: at one job a transaction the lane would crawl. */
    private static final int ROOM_SHARE = 20;
    /** Slots that a chunk of others is being sent with come free, or are taken, within a moment. */
    private static final Duration A_MOMENT = Duration.ofSeconds(2);

    private static final Duration SLICE = Duration.ofMillis(300);
    /** By then whoever holds slots and died has been fenced, more than once. */
    private static final Duration LONGEST_DOUBT = Duration.ofMinutes(1);

    private final LaneReader lane;
    private final BoundNow bounds;
    private final Placement placement;
    private final SendSettings settings;
    private final DrainRate drainRate;
    private final Clock clock;
    private final CountDownLatch closed;
    private final SubmitListener listener;
    private final Supplier<RunSlots> slotsOfRun;
    private @Nullable RunSlots slots;

    /**
     * @param drainRate what is known of the lane's rate, kept over submits
     * @param closed ends every wait when it opens
     * @param slotsOfRun opens the lane's slots for this run, where the lane has a bound of its own
     */
    Admission(
            LaneReader lane,
            BoundNow bounds,
            Placement placement,
            SendSettings settings,
            DrainRate drainRate,
            Clock clock,
            CountDownLatch closed,
            SubmitListener listener,
            Supplier<RunSlots> slotsOfRun) {
        this.lane = lane;
        this.bounds = bounds;
        this.placement = placement;
        this.settings = settings;
        this.drainRate = drainRate;
        this.clock = clock;
        this.closed = closed;
        this.listener = listener;
        this.slotsOfRun = slotsOfRun;
    }

    /** What a chunk is told. */
    sealed interface Decision {
        /**
         * Come in.
         *
         * @param jobs how many jobs may
         * @param partition the partition they go to, all of them
         * @param grant the lane's slots that were taken for them; null where the lane has no bound of its own
         */
        record Room(int jobs, int partition, @Nullable Grant grant) implements Decision {
            /** Says that so many jobs were committed. */
            void sent() {
                if (grant != null) {
                    RunSlots.sent(grant, jobs);
                }
            }
        }

        /** The lane is full, and stayed so for as long as the request waits. */
        record Full(long depth, long bound, Duration retryAfter) implements Decision {}

        /** The producer was closed. */
        record Closed() implements Decision {}
    }

    /**
     * Decides, after waiting where the request asks for that.
     *
     * @param wanted jobs of the chunk, at least 1
     * @param next jobs of the chunk after it; 0 where there is none, or it is not to be sent at once
     * @throws TimeoutException when the lane has room and nobody grants it
     */
    Decision admit(int wanted, int next) {
        long began = clock.nanos();
        Duration pause = FIRST_PAUSE;
        boolean isInDoubt = false;
        while (!closedWithin(Duration.ZERO)) {
            long bound = bounds.read();
            LaneDepth depth = lane.read();
            drainRate.note(clock.nanos(), depth.finished());
            long room = room(bound, depth);
            boolean waitsInLine = bounds.isKept() && !bounds.isOwnStricter() && waits();
            Duration soFar = Duration.ofNanos(clock.nanos() - began);
            Duration left = patience().minus(soFar);
            boolean isOver = isInDoubt && !left.isPositive() && room < Math.max(1, bound / ROOM_SHARE);
            if (!isOver && (waitsInLine || room >= (waits() ? enough(bound, wanted) : 1))) {
                if (!bounds.isKept()) {
                    return new Decision.Room((int) Math.min(wanted, room), placement.shortest(depth), null);
                }
                if (soFar.minus(patience()).compareTo(LONGEST_DOUBT) > 0) {
                    throw new TimeoutException("the lane has room (" + depth.unfinished() + " unfinished jobs of "
                            + bound + "), and none was granted for " + LONGEST_DOUBT.toSeconds()
                            + " s: its slots are not kept, or held by submits that cannot be fenced");
                }
                int most = waitsInLine ? wanted : (int) Math.min(wanted, room);
                Decision decision = bySlots(most, next, bound, depth, began);
                if (decision != null) {
                    return decision;
                }
                isInDoubt = true;
                continue;
            }
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

    /** Whether it was the keeper of slots that fenced this submit. */
    boolean wasFencedByKeeper() {
        return slots != null && slots.wasFencedByKeeper();
    }

    @Override
    public void close() {
        if (slots != null) {
            slots.close();
        }
    }

    /** Waits in line for slots; null where none were granted, and the lane has to be looked at again. */
    private @Nullable Decision bySlots(int wanted, int next, long bound, LaneDepth depth, long began) {
        RunSlots open = slots;
        if (open == null) {
            open = slotsOfRun.get();
            slots = open;
        }
        Duration left = patience().minus(Duration.ofNanos(clock.nanos() - began));
        Duration patience = waits() && left.compareTo(A_MOMENT) > 0 ? left : A_MOMENT;
        Asking asked = open.ask(wanted, waits() ? enough(bound, wanted) : 1, patience);
        boolean isTaken = false;
        try {
            Answer answer = answer(asked, wanted, began);
            isTaken = true;
            return switch (answer) {
                case null -> new Decision.Closed();
                case Answer.Granted(Grant grant)
                when grant.isLate() -> {
                    grant.cancel();
                    yield null;
                }
                case Answer.Granted(Grant grant) -> {
                    if (next > 0 && !bounds.isOwnStricter()) {
                        open.askAhead(next, waits() ? enough(bound, next) : 1, waits() ? patience() : A_MOMENT);
                    }
                    yield new Decision.Room(Math.min(wanted, RunSlots.jobs(grant)), placement.shortest(depth), grant);
                }
                case Answer.Refused refused
                when refused.reason() == LedgerRefusal.QUOTA_EXHAUSTED && bounds.ofTenant() != null -> {
                    long most = bounds.ofTenant();
                    boolean waitsOn = patience().compareTo(Duration.ofNanos(clock.nanos() - began)) > 0;
                    yield waitsOn ? null : new Decision.Full(most, most, drainRate.until(enough(most, wanted)));
                }
                case Answer.Refused refused -> null;
                // The bound was taken back, or was set so lately that not everybody has read it.
                case Answer.Unlimited none -> closedWithin(FIRST_PAUSE) ? new Decision.Closed() : null;
                case Answer.Unanswered none -> null;
            };
        } finally {
            if (!isTaken) {
                asked.giveUp();
            }
        }
    }

    /** The answer, as long as the wish waits; null where the producer is closed. */
    private @Nullable Answer answer(Asking asked, int wanted, long began) {
        while (true) {
            Answer answer = asked.await(SLICE);
            if (answer != null) {
                return answer;
            }
            if (closedWithin(Duration.ZERO)) {
                asked.giveUp();
                return null;
            }
            if (waits()) {
                long bound = bounds.read();
                LaneDepth depth = lane.read();
                drainRate.note(clock.nanos(), depth.finished());
                Duration waited = Duration.ofNanos(clock.nanos() - began);
                Long ofTenant = bounds.ofTenant();
                if (room(bound, depth) < enough(bound, wanted)) {
                    listener.waiting(depth.unfinished(), bound, waited);
                } else if (ofTenant != null) {
                    listener.waiting(Math.min(ofTenant, depth.unfinished()), ofTenant, waited);
                }
            }
        }
    }

    private boolean waits() {
        return settings.whenFull() instanceof WhenFull.Wait;
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
