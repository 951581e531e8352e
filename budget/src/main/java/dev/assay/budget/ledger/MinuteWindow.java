package dev.assay.budget.ledger;

import dev.assay.schemas.Amounts;
import dev.assay.schemas.BudgetMeasure;
import dev.assay.schemas.Lease;
import dev.assay.schemas.WindowUse;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What the last minute was charged, as a provider may count it.
 *
 * <p>A provider counts a call when it arrives: at the latest {@code transit} after the last moment at which its grant let
 * it start, and before it ends. A charge stands at the latest moment at which it may have been counted and stays a minute
 * from there, so that no minute of the provider's holds it together with what is granted in its stead. The price is that
 * a limit is used to 60 / (60 + that long) at most. Charges are kept together by stretches of 100 ms and leave with the
 * end of their stretch, never earlier than alone.
 */
final class MinuteWindow {
    static final long STRETCH_MILLIS = 100;
    private static final long KEEP_MILLIS = 60_000 + STRETCH_MILLIS;

    private final long transitMillis;
    private final long turnMillis;
    private final TreeMap<Long, Total> stretches = new TreeMap<>();
    private final Total total = new Total();

    MinuteWindow(LedgerSettings settings) {
        this.transitMillis = settings.transit().toMillis();
        this.turnMillis =
                KEEP_MILLIS + settings.startWithin().plus(settings.transit()).toMillis();
    }

    void restore(List<WindowUse> uses) {
        uses.forEach(use -> charge(use.getAt().toEpochMilli(), use.getAmounts()));
    }

    /** Lets go of what no minute can hold any more. */
    void advance(long now) {
        while (!stretches.isEmpty() && leaves(stretches.firstKey()) <= now) {
            total.subtract(stretches.pollFirstEntry().getValue().amounts());
        }
    }

    /** Charges what was counted by then. */
    void charge(long countedBy, Amounts amounts) {
        change(stretch(countedBy), Total.NOTHING, amounts);
    }

    /** Charges a grant. */
    void charge(Lease lease) {
        charge(countedBy(lease), lease.getAmounts());
    }

    /**
     * Puts what a call took in the place of what was reserved for it. One that was answered was counted
     * before; one that was cut may still be on its way. Where the charge has left the window already, what the call took
     * above it is charged now, so that it is paid back all the same.
     *
     * @param isCut whether nobody knows what the provider made of it
     */
    void correct(Lease lease, Amounts took, boolean isCut, long now) {
        long reserved = stretch(countedBy(lease));
        if (stretches.containsKey(reserved)) {
            change(reserved, lease.getAmounts(), Total.NOTHING);
            charge(Math.min(countedBy(lease), isCut ? now + transitMillis : now), took);
        } else {
            charge(now, Total.excess(took, lease.getAmounts()));
        }
    }

    /** Whether the charge of a grant still counts. */
    boolean holds(Lease lease, long now) {
        long stretch = stretch(countedBy(lease));
        return leaves(stretch) > now && stretches.containsKey(stretch);
    }

    /** What is charged as of the last {@link #advance}. */
    long of(BudgetMeasure measure) {
        return total.of(measure);
    }

    /** What is charged now, for a reader that does not advance. */
    long of(BudgetMeasure measure, long now) {
        long left = 0;
        for (Map.Entry<Long, Total> stretch : stretches.entrySet()) {
            if (leaves(stretch.getKey()) > now) {
                break;
            }
            left += stretch.getValue().of(measure);
        }
        return total.of(measure) - left;
    }

    /** When the next charge leaves; {@link Long#MAX_VALUE} where there is none. */
    long nextLeave() {
        return stretches.isEmpty() ? Long.MAX_VALUE : leaves(stretches.firstKey());
    }

    /** When at least so much will have left, if nothing is charged; now where nothing needs to. */
    long leavesAt(BudgetMeasure measure, long amount, long now) {
        long left = 0;
        long at = now;
        for (Map.Entry<Long, Total> stretch : stretches.entrySet()) {
            if (left >= amount) {
                break;
            }
            left += stretch.getValue().of(measure);
            at = leaves(stretch.getKey());
        }
        return at;
    }

    /** How long after one whole limit the next one is granted at the latest. */
    long turnMillis() {
        return turnMillis;
    }

    /** What counts now. */
    List<WindowUse> uses(long now) {
        List<WindowUse> uses = new ArrayList<>(stretches.size());
        stretches.forEach((at, charged) -> {
            if (leaves(at) > now) {
                uses.add(new WindowUse(Instant.ofEpochMilli(at), charged.amounts()));
            }
        });
        return uses;
    }

    private void change(long stretch, Amounts out, Amounts in) {
        Total charged = stretches.computeIfAbsent(stretch, at -> new Total());
        charged.subtract(out);
        charged.add(in);
        total.subtract(out);
        total.add(in);
        if (charged.isZero()) {
            stretches.remove(stretch);
        }
    }

    private long countedBy(Lease lease) {
        return lease.getStartBy().toEpochMilli() + transitMillis;
    }

    private static long leaves(long stretch) {
        return stretch + KEEP_MILLIS;
    }

    private static long stretch(long at) {
        return Math.floorDiv(at, STRETCH_MILLIS) * STRETCH_MILLIS;
    }
}
