package dev.assay.producer;

import dev.assay.budget.client.BudgetClient;
import dev.assay.budget.client.Grant;
import dev.assay.budget.client.Wish;
import dev.assay.runtime.Clock;
import dev.assay.schemas.Amounts;
import dev.assay.schemas.topics.BudgetIds;
import java.time.Duration;
import org.apache.kafka.common.errors.InterruptException;
import org.jspecify.annotations.Nullable;

/**
 * The slots of a lane as one run takes them, a chunk at a time and the next one's while a chunk is sent. A chunk takes a
 * slot for each job and one for its transaction's marker. What is taken is taken under the run's transactional id, so it
 * can be given to others only once that id is fenced. Used by one thread.
 */
final class RunSlots implements AutoCloseable {
    /** Longer than a transaction may take, and the wait before it. */
    private static final Duration HOLD = Duration.ofSeconds(15);

    private static final Duration LONGEST_WISH = Duration.ofMinutes(9);
    private static final Duration VERDICT_PATIENCE = Duration.ofSeconds(2);
    private static final Duration VERDICT_PAUSE = Duration.ofMillis(50);
    private static final int MARKER = 1;

    private final BudgetClient client;
    private final String lane;
    private final String tenant;
    private final String fence;
    private final Clock clock;
    private final long fencedBefore;
    private @Nullable Asking ahead;

    /**
     * Begins: what was taken under the id before is given back, since whoever took it cannot use it any more.
     *
     * @param fence the run's transactional id, which this submit has just begun to use
     */
    RunSlots(BudgetClient client, String lane, String tenant, String fence, Clock clock) {
        this.client = client;
        this.lane = lane;
        this.tenant = tenant;
        this.fence = fence;
        this.clock = clock;
        this.fencedBefore = client.fenced(fence);
        client.endHeld(fence);
    }

    /** Slots for a chunk: those that were asked for while the last one was sent, or asked for now. */
    Asking ask(int jobs, long least, Duration patience) {
        Asking asked = ahead;
        ahead = null;
        return asked == null ? begin(jobs, least, patience) : asked;
    }

    /** Asks for the slots of the next chunk, to be had by {@link #ask}. */
    void askAhead(int jobs, long least, Duration patience) {
        if (ahead == null && jobs > 0) {
            ahead = begin(jobs, Math.min(least, jobs), patience);
        }
    }

    /** Jobs that a grant has room for. */
    static int jobs(Grant grant) {
        return Math.toIntExact(grant.amounts().getRequests() - MARKER);
    }

    /** Says that a chunk of so many jobs was committed. */
    static void sent(Grant grant, int jobs) {
        grant.settle(slots(jobs), false);
    }

    /**
     * Whether it was the keeper of the slots that fenced this submit, because it was not heard of in time: then it may
     * go on. Waits a little, for that stands in the journal only after the fence is there.
     */
    boolean wasFencedByKeeper() {
        long began = clock.nanos();
        try {
            while (client.fenced(fence) == fencedBefore) {
                if (clock.nanos() - began > VERDICT_PATIENCE.toNanos()) {
                    return false;
                }
                clock.pause(VERDICT_PAUSE);
            }
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        }
        return !client.isClaimedByOther(fence);
    }

    @Override
    public void close() {
        Asking asked = ahead;
        ahead = null;
        if (asked != null) {
            asked.giveUp();
        }
    }

    private Asking begin(int jobs, long least, Duration patience) {
        Duration most = patience.compareTo(LONGEST_WISH) < 0 ? patience : LONGEST_WISH;
        Wish wish = new Wish(
                BudgetIds.lane(lane), tenant, lane, 0, slots(jobs), most, HOLD, new Wish.OfLane(fence, least + MARKER));
        return Asking.begin(client, wish);
    }

    private static Amounts slots(int jobs) {
        return new Amounts((long) jobs + MARKER, 0L, 0L, 0L);
    }
}
