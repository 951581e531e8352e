package dev.assay.cli.read;

import dev.assay.schemas.LaneBound;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a lane stands.
 *
 * @param lane its name
 * @param bound its own bound as a person set it; null where it has none
 * @param tenantBounds bounds of its own that tenants have in it
 * @param queued jobs that wait for a worker
 * @param parked jobs that wait for a time
 * @param inFlight jobs that workers have in hand
 * @param finished jobs that have left it since it was created
 * @param oldest when the oldest unfinished job was enqueued; null where there is none to be seen
 * @param workers members of its group
 * @param slots what submits have in hand of its bound; null where it has none of its own
 * @param drainPerSecond how many jobs it finished in a second, over two readings; null after one
 */
public record LaneView(
        String lane,
        @Nullable LaneBound bound,
        List<LaneBound> tenantBounds,
        long queued,
        long parked,
        long inFlight,
        long finished,
        @Nullable Instant oldest,
        int workers,
        @Nullable Slots slots,
        @Nullable Double drainPerSecond) {
    public LaneView {
        tenantBounds = List.copyOf(tenantBounds);
    }

    /**
     * Slots of a lane that submits have in hand.
     *
     * @param granted for chunks that are being sent
     * @param waiting chunks that wait for some
     */
    public record Slots(long granted, int waiting) {}

    /** The same with what submits have in hand. */
    public LaneView with(@Nullable Slots inHand) {
        return new LaneView(
                lane, bound, tenantBounds, queued, parked, inFlight, finished, oldest, workers, inHand, drainPerSecond);
    }

    /** Jobs that count against the bound. */
    public long unfinished() {
        return queued + parked + inFlight;
    }

    /** The same with the rate at which jobs were finished since an earlier reading. */
    public LaneView since(LaneView earlier, double seconds) {
        double perSecond = Math.max(0, finished - earlier.finished) / seconds;
        return new LaneView(
                lane, bound, tenantBounds, queued, parked, inFlight, finished, oldest, workers, slots, perSecond);
    }
}
