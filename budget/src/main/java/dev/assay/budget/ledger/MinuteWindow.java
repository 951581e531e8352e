package dev.assay.budget.ledger;

import dev.assay.schemas.Amounts;
import dev.assay.schemas.BudgetMeasure;
import dev.assay.schemas.WindowUse;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What the last minute was charged, as a provider may count it.
 *
 * <p>A provider counts a call when it arrives, which is somewhere between its grant and {@code startWithin + transit}
 * after it. So a charge stays for a minute and that long, and then no minute of the provider's holds it together with
 * what is granted in its stead. Of a call that is over sooner more is known: it has arrived by now, or will within
 * {@code transit} where it was cut as soon as it was sent. So its charge stays for a minute from then. The price is that
 * a limit is used to 60 / (60 + that long) at most. Charges are kept together by stretches of 100 ms and leave with the
 * end of their stretch, never earlier than alone.
 */
final class MinuteWindow {
    static final long STRETCH_MILLIS = 100;
    private static final long MINUTE_MILLIS = 60_000;

    private final long keepMillis;
    private final long startMillis;
    private final TreeMap<Long, Total> stretches = new TreeMap<>();
    private final Total total = new Total();

    MinuteWindow(LedgerSettings settings) {
        this.startMillis = settings.startWithin().toMillis();
        this.keepMillis = MINUTE_MILLIS
                + STRETCH_MILLIS
                + settings.startWithin().toMillis()
                + settings.transit().toMillis();
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

    void charge(long at, Amounts amounts) {
        change(stretch(at), Total.NOTHING, amounts);
    }

    /**
     * Puts what a call took in the place of what was reserved for it, as of a grant that could have brought it to its
     * end by now at the latest. Where the reserve has left the window already, what the call took above it is charged
     * now, so that it is paid back all the same.
     */
    void correct(long chargedAt, Amounts reserved, Amounts took, long now) {
        if (stretches.containsKey(stretch(chargedAt))) {
            change(stretch(chargedAt), reserved, Total.NOTHING);
            charge(Math.min(chargedAt, now - startMillis), took);
        } else {
            charge(now, Total.excess(took, reserved));
        }
    }

    /** Whether what was charged at a time still counts. */
    boolean holds(long at, long now) {
        return leaves(stretch(at)) > now && stretches.containsKey(stretch(at));
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

    /** How long a charge stays at most. */
    long lengthMillis() {
        return keepMillis;
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

    private long leaves(long stretch) {
        return stretch + keepMillis;
    }

    private static long stretch(long at) {
        return Math.floorDiv(at, STRETCH_MILLIS) * STRETCH_MILLIS;
    }
}
