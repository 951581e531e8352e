package dev.assay.budget.ledger;

import dev.assay.schemas.Amounts;
import dev.assay.schemas.BudgetLimit;
import dev.assay.schemas.BudgetLimits;
import dev.assay.schemas.BudgetMeasure;
import dev.assay.schemas.BudgetState;
import dev.assay.schemas.BudgetWindow;
import dev.assay.schemas.Gated;
import dev.assay.schemas.Granted;
import dev.assay.schemas.Lease;
import dev.assay.schemas.LedgerEntry;
import dev.assay.schemas.LedgerRefusal;
import dev.assay.schemas.OwnerEpoch;
import dev.assay.schemas.Refused;
import dev.assay.schemas.Released;
import dev.assay.schemas.topics.BudgetIds;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One budget: its parts, how an entry of the journal changes them, and how they stand. */
final class Budget {
    /** How soon limits that are not known may be. */
    private static final long UNKNOWN_MILLIS = 1_000;

    final String id;
    private final MinuteWindow window;
    private final Leases leases = new Leases();
    private final DayTotal day = new DayTotal();
    private final Gate gate = new Gate();
    private final LaneUse lane = new LaneUse();

    private final boolean isLane;
    private final Room room;
    private final FairQueue queue = new FairQueue();
    private final Total ever = new Total();
    private @Nullable BudgetLimits limits;

    Budget(String id, LedgerSettings settings) {
        this.id = id;
        this.window = new MinuteWindow(settings);
        this.isLane = BudgetIds.isLane(id);
        this.room = new Room(id, window, leases, day, gate, lane.all());
    }

    void restore(BudgetState state) {
        window.restore(state.getWindows());
        leases.restore(state.getLeases());
        day.restore(state.getDay());
        gate.restore(state);
    }

    void limit(BudgetLimits newLimits) {
        limits = newLimits;
        lane.bound(newLimits.getTenants().keySet());
    }

    /** Who waits and is not passed over; the owner's alone. */
    FairQueue queue() {
        return queue;
    }

    /** Lets time pass; only for who decides, and for entries at their own time. */
    void advance(long now) {
        window.advance(now);
        leases.advance(now);
        day.advance(now);
    }

    void apply(LedgerEntry entry) {
        long at = entry.getAt().toEpochMilli();
        advance(at);
        switch (entry.getEvent()) {
            case Granted granted -> grant(granted, entry.getAt());
            case Released released -> release(released, at);
            case Gated gated -> {
                gate.close(gated.getUntil().toEpochMilli(), gated.getFactor());
                if (gated.getPhantom() != null) {
                    ever.add(gated.getPhantom());
                    window.charge(at, gated.getPhantom());
                }
            }
            case Refused refused -> {}
            case OwnerEpoch owner -> {}
            default -> throw new IllegalArgumentException("not an event of a ledger: " + entry.getEvent());
        }
    }

    private void grant(Granted granted, Instant at) {
        Lease lease = new Lease(
                granted.getId(),
                granted.getClient(),
                granted.getTenant(),
                granted.getAmounts(),
                at,
                granted.getStartBy(),
                granted.getHeldUntil(),
                false,
                granted.getFence());
        leases.hold(lease);
        ever.add(granted.getAmounts());
        if (!isLane) {
            window.charge(lease);
            day.charge(granted.getAmounts());
        }
    }

    private void release(Released released, long at) {
        Lease lease = leases.find(released.getId());
        if (lease == null) {
            return;
        }
        if (isLane) {
            leases.end(lease);
            lane.end(lease.getTenant(), released.getAmounts().getRequests());
            return;
        }
        long grantedAt = lease.getGrantedAt().toEpochMilli();
        boolean isDeath = released.getIsUncertain()
                && !lease.getIsExpired()
                && lease.getHeldUntil().toEpochMilli() <= at;
        if (lease.getIsExpired()) {
            day.trust(grantedAt, lease.getAmounts());
        }
        if (released.getIsUncertain()) {
            day.doubt(grantedAt, released.getAmounts());
        }
        ever.add(Total.excess(released.getAmounts(), lease.getAmounts()));
        window.correct(lease, released.getAmounts(), released.getIsUncertain(), at);
        day.correct(grantedAt, lease.getAmounts(), released.getAmounts());
        if (isDeath) {
            leases.expire(lease);
        } else {
            leases.end(lease);
        }
    }

    /** What can never be granted; null where waiting can help. */
    @Nullable
    Obstacle never(Amounts amounts) {
        // A lane's bound is changed while submits wait at it.
        return limits == null || isLane ? null : Room.never(limits.getLimits(), amounts);
    }

    /** Whether what one waits for may be granted now, if nobody is before it; as of the last advance. */
    boolean fits(Waiter waiter, long now) {
        return limits != null
                && isMeasured()
                && leftOf(waiter.tenant()) >= waiter.amounts().getRequests()
                && room.fits(limits.getLimits(), waiter.amounts(), now);
    }

    /** As much of what one waits for as fits now; null where that is less than enough. */
    @Nullable
    Amounts part(Waiter waiter, long leastRequests) {
        if (limits == null || !isMeasured()) {
            return null;
        }
        long left = Math.min(
                waiter.amounts().getRequests(),
                Math.min(room.requestsLeft(limits.getLimits()), leftOf(waiter.tenant())));
        return left < leastRequests ? null : Total.only(BudgetMeasure.REQUESTS, left);
    }

    /**
     * Whether one waits for room that its tenant's own bound does not leave: then those behind it need not. A bound that is
     * not measured yet leaves none.
     */
    boolean isHeldByTenant(Waiter waiter) {
        Long least = waiter.reserve().getLeastRequests();
        return leftOf(waiter.tenant()) < (least == null ? waiter.amounts().getRequests() : least);
    }

    /** Slots that a tenant's own bound leaves it; all where it has none. */
    private long leftOf(String tenant) {
        return lane.left(tenant, limits == null ? null : limits.getTenants().get(tenant), leases.requestsOf(tenant));
    }

    /** Whether it is the budget of a lane's slots, and somebody waits for what a new measurement may bring. */
    boolean wantsMeasuring() {
        return isLane
                && !lane.all().isMeasuring()
                && isLimited()
                && (!lane.all().isKnown() || !queue.isEmpty());
    }

    /** How full the lane is that it is the slots of. */
    LaneUse lane() {
        return lane;
    }

    private boolean isMeasured() {
        return !isLane || lane.all().isKnown() || !isLimited();
    }

    private boolean isLimited() {
        return limits != null
                && (!limits.getLimits().isEmpty() || !limits.getTenants().isEmpty());
    }

    /** Until when waiting is in vain; now where it is not. */
    long closedUntil(Amounts amounts, long now) {
        return limits == null ? now : room.closedUntil(limits.getLimits(), amounts, now);
    }

    /** What is in the way of amounts and of what is before them; null for nothing. */
    @Nullable
    Obstacle obstacle(Waiter waiter, Total ahead, long now) {
        if (limits != null && isHeldByTenant(waiter)) {
            long bound = limits.getTenants().getOrDefault(waiter.tenant(), 0L);
            return new Obstacle(
                    LedgerRefusal.QUOTA_EXHAUSTED,
                    String.format(Locale.ROOT, "%,d requests at a time of tenant %s", bound, waiter.tenant()),
                    now + UNKNOWN_MILLIS);
        }
        Amounts amounts = waiter.amounts();
        return limits == null
                ? new Obstacle(LedgerRefusal.UNKNOWN, "the limits of " + id + " are not known", now + UNKNOWN_MILLIS)
                : room.obstacle(limits.getLimits(), amounts, ahead, now);
    }

    /** A provider's word as it changes this budget; null where it says nothing new. */
    @Nullable
    Gated gated(long until, @Nullable Amounts phantom, String message, long now) {
        if (until <= Math.max(now, gate.until()) && (phantom == null || !gate.isClosed(now))) {
            return null;
        }
        return new Gated(
                Instant.ofEpochMilli(Math.max(until, gate.until())), gate.factorOnClosing(now), phantom, message);
    }

    /** What a provider shows and refuses nothing for: the gate stays as it is. */
    Gated shown(Amounts phantom, String message) {
        return new Gated(Instant.ofEpochMilli(gate.until()), gate.writtenFactor(), phantom, message);
    }

    /** What a provider counted in the last minute and this budget did not; null for nothing. */
    @Nullable
    Amounts phantom(BudgetMeasure measure, long used) {
        long more = Math.min(used, most(measure)) - window.of(measure);
        return more <= 0 ? null : Total.only(measure, more);
    }

    /** A provider's own limit may be above the one that is set here, but not for ever so far. */
    private long most(BudgetMeasure measure) {
        if (limits == null) {
            return 0;
        }
        return limits.getLimits().stream()
                .filter(limit -> limit.getWindow() == BudgetWindow.MINUTE && limit.getMeasure() == measure)
                .mapToLong(limit -> 2 * limit.getAmount())
                .max()
                .orElse(0);
    }

    @Nullable
    Lease lease(String reservation) {
        return leases.find(reservation);
    }

    /** The grant whose holder is dead by now; null for none. */
    @Nullable
    Lease dead(long now) {
        Lease first = leases.first();
        return first == null || isLane || first.getHeldUntil().toEpochMilli() > now ? null : first;
    }

    /** When the next holder is taken for dead; {@link Long#MAX_VALUE} for never. */
    long nextDeath() {
        Lease first = leases.first();
        return first == null || isLane ? Long.MAX_VALUE : first.getHeldUntil().toEpochMilli();
    }

    /** The transactional ids of holders that are to be fenced, because they did not end a grant in time. */
    Set<String> overdue(long now) {
        return isLane ? leases.overdueFences(now) : Set.of();
    }

    Collection<Lease> held() {
        return leases.held();
    }

    /** When time alone may bring room. */
    long nextRoom(long now) {
        return gate.isClosed(now)
                ? gate.until()
                : Math.min(DayTotal.nextDay(now), Math.min(window.nextLeave(), gate.nextStep(now)));
    }

    /** The state; null for that of a budget that nothing was ever taken of. */
    @Nullable
    BudgetState state(long now) {
        Gate written = gate.asOf(now);
        BudgetState state = new BudgetState(
                id,
                window.uses(now),
                leases.all(now),
                day.use(now),
                Instant.ofEpochMilli(written.until()),
                written.writtenFactor(),
                Instant.ofEpochMilli(written.factorAt()));
        boolean isBlank = state.getWindows().isEmpty()
                && state.getLeases().isEmpty()
                && state.getDay() == null
                && gate.isWideOpen(now);
        return isBlank ? null : state;
    }

    BudgetView view(int waiting, long now) {
        List<LimitView> uses = new ArrayList<>();
        if (limits != null) {
            limits.getLimits().forEach(limit -> uses.add(use(limit, now)));
        }
        return new BudgetView(
                id,
                limits,
                uses,
                leases.held().size(),
                waiting,
                gate.isClosed(now) ? Instant.ofEpochMilli(gate.until()) : null,
                gate.factor(now),
                day.charged(now),
                day.uncertain(now),
                underWay(now),
                ever.amounts());
    }

    private Amounts underWay(long now) {
        Total sum = new Total();
        leases.held().stream()
                .filter(lease -> DayTotal.isSameDay(lease.getGrantedAt().toEpochMilli(), now))
                .forEach(lease -> sum.add(lease.getAmounts()));
        return sum.amounts();
    }

    private LimitView use(BudgetLimit limit, long now) {
        BudgetMeasure measure = limit.getMeasure();
        long reserved = 0;
        for (Lease lease : leases.held()) {
            boolean counts = switch (limit.getWindow()) {
                case HELD -> true;
                case MINUTE -> window.holds(lease, now);
                case DAY -> DayTotal.isSameDay(lease.getGrantedAt().toEpochMilli(), now);
            };
            reserved += counts ? Total.of(lease.getAmounts(), measure) : 0;
        }
        return switch (limit.getWindow()) {
            case HELD -> new LimitView(limit, reserved, 0);
            case MINUTE -> new LimitView(limit, reserved, window.of(measure, now) - reserved);
            case DAY -> new LimitView(limit, reserved, Total.of(day.charged(now), measure) - reserved);
        };
    }
}
