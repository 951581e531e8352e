package dev.assay.budget.client;

import dev.assay.runtime.Clock;
import dev.assay.schemas.Amounts;
import dev.assay.schemas.Cancel;
import dev.assay.schemas.Settle;
import java.util.concurrent.atomic.AtomicBoolean;

/** A grant of this process. It is late by whichever says so first: the time of day, or what passed since it was read. */
final class GrantInHand implements Grant {
    private final String id;
    private final String budget;
    private final Amounts amounts;
    private final long startByMillis;
    private final long startByNanos;
    private final Clock clock;
    private final Reservations reservations;
    private final AtomicBoolean ended = new AtomicBoolean();

    /**
     * @param startByMillis when its call must have begun, by this clock's time of day
     * @param startByNanos the same by its monotonic time
     */
    GrantInHand(
            String id,
            String budget,
            Amounts amounts,
            long startByMillis,
            long startByNanos,
            Clock clock,
            Reservations reservations) {
        this.id = id;
        this.budget = budget;
        this.amounts = amounts;
        this.startByMillis = startByMillis;
        this.startByNanos = startByNanos;
        this.clock = clock;
        this.reservations = reservations;
    }

    @Override
    public Amounts amounts() {
        return amounts;
    }

    @Override
    public boolean isLate() {
        return clock.now().toEpochMilli() > startByMillis || clock.nanos() - startByNanos > 0;
    }

    @Override
    public void settle(Amounts used, boolean uncertain) {
        if (ended.compareAndSet(false, true)) {
            reservations.end(id, budget, new Settle(id, used, uncertain));
        }
    }

    @Override
    public void cancel() {
        if (ended.compareAndSet(false, true)) {
            reservations.end(id, budget, new Cancel(id));
        }
    }
}
