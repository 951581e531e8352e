package dev.assay.budget.ledger;

import dev.assay.schemas.Amounts;
import dev.assay.schemas.Beat;
import dev.assay.schemas.BudgetLimit;
import dev.assay.schemas.BudgetLimits;
import dev.assay.schemas.BudgetMeasure;
import dev.assay.schemas.BudgetState;
import dev.assay.schemas.BudgetWindow;
import dev.assay.schemas.Cancel;
import dev.assay.schemas.Granted;
import dev.assay.schemas.LedgerEntry;
import dev.assay.schemas.LedgerRequest;
import dev.assay.schemas.LedgerSnapshot;
import dev.assay.schemas.OwnerEpoch;
import dev.assay.schemas.Refused;
import dev.assay.schemas.Reserve;
import dev.assay.schemas.Settle;
import dev.assay.schemas.Throttled;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One partition of a ledger with its topics as lists and a clock that is moved by hand: owners follow one another as
 * they do on Kafka, and everybody else knows only what the journal says.
 */
final class Owners {
    static final String BUDGET = "calls/a/m";
    private static final int COMMIT_LAG = 20;

    final List<LedgerRequest> requests = new ArrayList<>();
    final List<LedgerEntry> journal = new ArrayList<>();
    final Map<String, Granted> granted = new LinkedHashMap<>();
    final List<LedgerEntry> grants = new ArrayList<>();
    final Map<String, Refused> refused = new LinkedHashMap<>();
    final Map<String, BudgetLimits> limits = new LinkedHashMap<>();
    /** Folded from the journal alone. */
    Ledger reader = new Ledger(LedgerSettings.STANDARD);

    Ledger ledger = new Ledger(LedgerSettings.STANDARD);
    long now = Instant.parse("2026-03-04T10:00:00Z").toEpochMilli();
    /** Is shown each entry of the journal. */
    Consumer<LedgerEntry> watch = entry -> {};

    private boolean isDown;
    private long committed;
    private long epoch;
    private @Nullable LedgerSnapshot snapshot;

    Owners() {
        write(List.of(new LedgerEntry("", -1L, at(now), -1L, new OwnerEpoch("first"))));
    }

    static Amounts tokens(long input, long output) {
        return new Amounts(1L, input, output, 0L);
    }

    static BudgetLimit perMinute(BudgetMeasure measure, long amount) {
        return new BudgetLimit(measure, BudgetWindow.MINUTE, amount);
    }

    static BudgetLimit perDay(BudgetMeasure measure, long amount) {
        return new BudgetLimit(measure, BudgetWindow.DAY, amount);
    }

    static BudgetLimit held(long amount) {
        return new BudgetLimit(BudgetMeasure.REQUESTS, BudgetWindow.HELD, amount);
    }

    Owners limit(String budget, BudgetLimit... these) {
        BudgetLimits all = new BudgetLimits(budget, List.of(these), false, "test", "", at(now), List.of(), Map.of());
        limits.put(budget, all);
        ledger.limit(all);
        reader.limit(all);
        return this;
    }

    Owners limit(BudgetLimit... these) {
        return limit(BUDGET, these);
    }

    /** Asks for room and lets the owner do at once what it does. */
    void reserve(String id, Ask ask) {
        Reserve reserve = new Reserve(
                id,
                ask.tenant,
                "batch",
                ask.priority,
                ask.amounts,
                at(now + ask.waitMillis),
                ask.holdMillis,
                null,
                null);
        send(ask.budget, ask.client, reserve);
    }

    void settle(String id, Amounts amounts) {
        settle(id, amounts, false);
    }

    void settle(String id, Amounts amounts, boolean isUncertain) {
        send(BUDGET, "client", new Settle(id, amounts, isUncertain));
    }

    void cancel(String id) {
        send(BUDGET, "client", new Cancel(id));
    }

    void beat(String client) {
        send(BUDGET, client, new Beat());
    }

    void throttled(long forMillis, @Nullable BudgetMeasure measure, @Nullable Long used) {
        send(
                BUDGET,
                "client",
                new Throttled(
                        at(now + forMillis), measure, measure == null ? null : BudgetWindow.MINUTE, used, "slow down"));
    }

    void send(String budget, String client, Object event) {
        LedgerRequest request = new LedgerRequest(budget, client, at(now), event);
        requests.add(request);
        if (isDown) {
            return;
        }
        write(ledger.handle(request, requests.size() - 1, epoch, now));
        tick();
    }

    /** Lets time pass; the owner wakes when it says that it must. */
    void pass(long millis) {
        long end = now + millis;
        if (isDown) {
            now = end;
            return;
        }
        for (long next = ledger.nextTickMillis(now); next <= end; next = ledger.nextTickMillis(now)) {
            now = Math.max(now, next);
            tick();
        }
        now = end;
    }

    void tick() {
        write(ledger.tick(epoch, now));
        // Once is enough, or the owner would spin.
        if (ledger.nextTickMillis(now) <= now) {
            throw new AssertionError("has more to do after a tick");
        }
    }

    /** The state is written down, as of all that stands in the journal. */
    void takeSnapshot() {
        snapshot = reader.snapshot(0, epoch, journal.size(), requests.size(), now);
    }

    /** The owner dies; what is asked from now on stands in the topic until the next one comes. */
    void die() {
        isDown = true;
        // What was committed last may be a while ago.
        committed = Math.max(0, ledger.oldestWaitingOffset().orElse(requests.size()) - COMMIT_LAG);
    }

    /** Another process takes the partition over, from the snapshot and the journal. */
    void takeOver() {
        isDown = false;
        Ledger next = new Ledger(LedgerSettings.STANDARD);
        limits.values().forEach(next::limit);
        int from = 0;
        if (snapshot != null) {
            next.restore(snapshot);
            from = Math.toIntExact(snapshot.getJournalOffset());
        }
        for (int offset = 0; offset < journal.size(); offset++) {
            next.remember(journal.get(offset));
            if (offset >= from) {
                next.apply(journal.get(offset));
            }
        }
        ledger = next;
        write(List.of(new LedgerEntry("", -1L, at(now), -1L, new OwnerEpoch("next"))));
        epoch = journal.size() - 1L;
        ledger.recover();
        for (int offset = Math.toIntExact(committed); offset < requests.size(); offset++) {
            write(ledger.handle(requests.get(offset), offset, epoch, now));
        }
        ledger.recovered();
        tick();
    }

    static boolean isRefusal(LedgerEntry entry) {
        return entry.getEvent() instanceof Refused;
    }

    Granted grant(String id) {
        Granted grant = granted.get(id);
        if (grant == null) {
            throw new AssertionError(id + " is not granted; refused: " + refused.get(id));
        }
        return grant;
    }

    Refused refusal(String id) {
        Refused refusal = refused.get(id);
        if (refusal == null) {
            throw new AssertionError(id + " is not refused; granted: " + granted.get(id));
        }
        return refusal;
    }

    long grantedAt(String id) {
        return grant(id).getStartBy().toEpochMilli()
                - LedgerSettings.STANDARD.startWithin().toMillis();
    }

    BudgetView view() {
        return ledger.view(BUDGET, now).orElseThrow();
    }

    List<BudgetState> stateOf(Ledger any) {
        return any.snapshot(0, 0, 0, 0, now).getBudgets();
    }

    private void write(List<LedgerEntry> entries) {
        for (LedgerEntry entry : entries) {
            journal.add(entry);
            reader.apply(entry);
            watch.accept(entry);
            if (entry.getEvent() instanceof Granted grant) {
                if (granted.put(grant.getId(), grant) != null || refused.containsKey(grant.getId())) {
                    throw new AssertionError(grant.getId() + " is answered twice");
                }
                grants.add(entry);
            } else if (entry.getEvent() instanceof Refused refusal
                    && (refused.put(refusal.getId(), refusal) != null || granted.containsKey(refusal.getId()))) {
                throw new AssertionError(refusal.getId() + " is answered twice");
            }
        }
    }

    private static Instant at(long millis) {
        return Instant.ofEpochMilli(millis);
    }

    /** What is asked for, and by whom. */
    record Ask(
            String budget,
            String client,
            String tenant,
            int priority,
            Amounts amounts,
            long waitMillis,
            long holdMillis) {
        static final Ask ONE = new Ask(BUDGET, "client", "t", 0, tokens(60, 40), 0, 60_000);

        Ask of(Amounts other) {
            return new Ask(budget, client, tenant, priority, other, waitMillis, holdMillis);
        }

        Ask by(String otherTenant) {
            return new Ask(budget, client, otherTenant, priority, amounts, waitMillis, holdMillis);
        }

        Ask from(String otherClient) {
            return new Ask(budget, otherClient, tenant, priority, amounts, waitMillis, holdMillis);
        }

        Ask first(int otherPriority) {
            return new Ask(budget, client, tenant, otherPriority, amounts, waitMillis, holdMillis);
        }

        Ask waiting(long millis) {
            return new Ask(budget, client, tenant, priority, amounts, millis, holdMillis);
        }

        Ask holding(long millis) {
            return new Ask(budget, client, tenant, priority, amounts, waitMillis, millis);
        }

        Ask at(String otherBudget) {
            return new Ask(otherBudget, client, tenant, priority, amounts, waitMillis, holdMillis);
        }
    }
}
