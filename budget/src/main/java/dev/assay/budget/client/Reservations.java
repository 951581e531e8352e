package dev.assay.budget.client;

import dev.assay.runtime.Clock;
import dev.assay.schemas.Beat;
import dev.assay.schemas.Cancel;
import dev.assay.schemas.Granted;
import dev.assay.schemas.LedgerEntry;
import dev.assay.schemas.Refused;
import dev.assay.schemas.Released;
import dev.assay.schemas.Reserve;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;

/**
 * The reservations of this process: those that wait for their answer and those in hand. Each is ended towards the ledger
 * once, by whoever takes it off here; what is granted and stands here no more is given back. Safe for several threads.
 */
final class Reservations {
    private static final long END_MILLIS = 1_000;

    private final String client;
    private final RequestWriter writer;
    private final Clock clock;
    private final AtomicLong numbers = new AtomicLong();
    private final Map<String, Pending> pending = new ConcurrentHashMap<>();
    /** Budgets of the grants in hand, by reservation. */
    private final Map<String, String> inHand = new ConcurrentHashMap<>();
    /** One of the ends that were told and not read back yet: what waited in line says little of the clocks, an end does. */
    private final AtomicReference<@Nullable End> end = new AtomicReference<>();

    private record End(String id, long sentMillis) {}

    Reservations(String client, RequestWriter writer, Clock clock) {
        this.client = client;
        this.writer = writer;
        this.clock = clock;
    }

    /** Asks for a reservation. */
    Pending ask(Wish wish, Duration patience) {
        Pending asked = new Pending(
                client + "-" + numbers.incrementAndGet(), wish, clock.now().toEpochMilli());
        pending.put(asked.id(), asked);
        Wish.OfLane slots = wish.slots();
        Reserve reserve = Reserve.newBuilder()
                .setId(asked.id())
                .setTenant(wish.tenant())
                .setLane(wish.lane())
                .setPriority(wish.priority())
                .setAmounts(wish.amounts())
                .setWaitUntil(clock.now().plus(patience))
                .setHoldMillis(wish.hold().toMillis())
                .setFence(slots == null ? null : slots.fence())
                .setLeastRequests(slots == null ? null : slots.least())
                .build();
        writer.send(wish.budget(), reserve, () -> {
            if (pending.remove(asked.id(), asked)) {
                asked.tell(new Answer.Unanswered(wish.budget(), Duration.ZERO));
            }
        });
        return asked;
    }

    /**
     * Gives one up whose answer did not come.
     *
     * @return the answer that came at the last moment; null where it is given up
     */
    @Nullable
    Answer giveUp(Pending asked) throws InterruptedException {
        if (!pending.remove(asked.id(), asked)) {
            return asked.await(Long.MAX_VALUE);
        }
        writer.send(asked.wish().budget(), new Cancel(asked.id()), () -> {});
        return null;
    }

    /** When that was sent which an entry answers, by the time of day; empty where it is not known. */
    OptionalLong sentAt(LedgerEntry entry) {
        return switch (entry.getEvent()) {
            case Granted granted -> sentAt(pending.get(granted.getId()));
            case Refused refused -> sentAt(pending.get(refused.getId()));
            case Released released -> {
                End told = end.get();
                if (told == null || !told.id.equals(released.getId()) || !end.compareAndSet(told, null)) {
                    yield OptionalLong.empty();
                }
                yield OptionalLong.of(told.sentMillis);
            }
            default -> OptionalLong.empty();
        };
    }

    private static OptionalLong sentAt(@Nullable Pending asked) {
        return asked == null ? OptionalLong.empty() : OptionalLong.of(asked.sentMillis());
    }

    /** Takes a grant or a refusal of this client that counts. */
    void answered(LedgerEntry entry, boolean isSteady, long leadMillis) {
        switch (entry.getEvent()) {
            case Granted granted
            when granted.getClient().equals(client) -> granted(entry, granted, isSteady, leadMillis);
            case Refused refused
            when refused.getClient().equals(client) -> {
                Pending asked = pending.remove(refused.getId());
                if (asked != null) {
                    Duration retryAfter = Duration.ofMillis(refused.getRetryAfterMillis());
                    asked.tell(
                            new Answer.Refused(entry.getBudget(), refused.getReason(), refused.getLimit(), retryAfter));
                }
            }
            default -> {}
        }
    }

    /** Says how a grant in hand ended. */
    void end(String id, String budget, SpecificRecord how) {
        inHand.remove(id);
        long now = clock.now().toEpochMilli();
        // One that stays unanswered is replaced.
        end.updateAndGet(
                told -> told == null || Math.abs(now - told.sentMillis) > END_MILLIS ? new End(id, now) : told);
        writer.send(budget, how, () -> {});
    }

    /** Tells each partition in which something of this process waits or is in hand that it lives. */
    void beat() {
        Map<Integer, String> budgets = new HashMap<>();
        pending.values().forEach(each -> {
            String budget = each.wish().budget();
            budgets.put(writer.partitionOf(budget), budget);
        });
        inHand.values().forEach(budget -> budgets.put(writer.partitionOf(budget), budget));
        budgets.values().forEach(budget -> writer.send(budget, new Beat(), () -> {}));
    }

    /** Leaves nobody waiting; what they asked for is given back. */
    void close() {
        for (Pending asked : List.copyOf(pending.values())) {
            if (pending.remove(asked.id(), asked)) {
                writer.send(asked.wish().budget(), new Cancel(asked.id()), () -> {});
                asked.tell(new Answer.Unanswered(asked.wish().budget(), Duration.ZERO));
            }
        }
    }

    private void granted(LedgerEntry entry, Granted granted, boolean isSteady, long leadMillis) {
        String id = granted.getId();
        Pending asked = pending.remove(id);
        if (asked == null) {
            if (!inHand.containsKey(id)) {
                writer.send(entry.getBudget(), new Cancel(id), () -> {});
            }
            return;
        }
        inHand.put(id, entry.getBudget());
        long within = granted.getStartBy().toEpochMilli() - entry.getAt().toEpochMilli();
        // Where a fence tells for certain who is too late, an old answer is as good as a new one.
        long left = isSteady || granted.getFence() != null ? within : 0;
        asked.tell(new Answer.Granted(new GrantInHand(
                id,
                entry.getBudget(),
                granted.getAmounts(),
                granted.getFence() == null ? granted.getStartBy().toEpochMilli() - leadMillis : Long.MAX_VALUE,
                clock.nanos() + Duration.ofMillis(left).toNanos(),
                clock,
                this)));
    }
}
