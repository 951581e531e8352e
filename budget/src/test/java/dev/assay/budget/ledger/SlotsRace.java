package dev.assay.budget.ledger;

import dev.assay.schemas.Amounts;
import dev.assay.schemas.Beat;
import dev.assay.schemas.BudgetLimit;
import dev.assay.schemas.BudgetLimits;
import dev.assay.schemas.BudgetMeasure;
import dev.assay.schemas.BudgetWindow;
import dev.assay.schemas.Cancel;
import dev.assay.schemas.Granted;
import dev.assay.schemas.LedgerEntry;
import dev.assay.schemas.LedgerRequest;
import dev.assay.schemas.Refused;
import dev.assay.schemas.Reserve;
import dev.assay.schemas.Settle;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * A lane's log, in which every other submitter is of a tenant with a bound of its own, submitters that write to it as fast as they are granted slots, and keepers of the slots that follow each
 * other. All that takes time in the world (a measurement, a fence, a marker, the word that a chunk was sent) takes a random
 * number of steps here.
 */
final class SlotsRace {
    static final String BUDGET = "lane/batch";

    static final String BOUNDED = "bounded";

    private static final int SUBMITTERS = 4;
    private static final long HOLD_MILLIS = 15_000;
    private static final long PATIENCE_MILLIS = 2_000;

    private final long bound;
    private final Random random;
    private final List<LedgerEntry> journal = new ArrayList<>();
    private final List<Submitter> submitters = new ArrayList<>();
    private final List<Settle> onTheirWay = new ArrayList<>();
    private Ledger keeper = new Ledger(LedgerSettings.SLOTS);
    private long now = 1_800_000_000_000L;
    private long keeperSince = now;
    private long measuringSince = -1;
    private @Nullable String fencing;
    private List<String> fenced = List.of();
    private long log;
    private long worked;
    private int markersMissing;
    private long committedOfBounded;
    private long finishedOfBounded;
    private int offset;
    private int ids;
    private int refusedWithRoom;
    private boolean isCalm;

    /** One run of a submit, under a transactional id of its own. */
    private final class Submitter {
        private final String fence;
        private final String tenant;
        private @Nullable String asked;
        private @Nullable Granted granted;
        private long askedAt;
        private long left;
        private boolean isOpen;
        private boolean isFenced;
        private boolean isFrozen;

        private Submitter(int number) {
            this.fence = "assay.submit.run-" + number;
            this.tenant = number % 2 == 0 ? "free" : BOUNDED;
        }

        private void act() {
            if (isFrozen) {
                isFrozen = !isCalm && random.nextInt(400) != 0;
                return;
            }
            if (!isCalm && random.nextInt(300) == 0) {
                isFrozen = true;
                return;
            }
            send(BUDGET, client(), new Beat());
            if (isFenced || (!isCalm && random.nextInt(200) == 0)) {
                beginAnew();
            } else if (granted != null) {
                write(granted);
            } else if (asked == null) {
                asked = fence + "-" + ids++;
                askedAt = now;
                long most = Math.max(4, bound / 4);
                SlotsRace.this.ask(asked, client(), tenant, fence, 2 + random.nextLong(most), PATIENCE_MILLIS);
            }
        }

        private String client() {
            return "client of " + fence;
        }

        /** A part of the chunk, or its end. */
        private void write(Granted grant) {
            if (!isOpen) {
                isOpen = true;
                left = grant.getAmounts().getRequests() - 1;
            } else if (left > 0) {
                long part = 1 + random.nextLong(left);
                log += part;
                left -= part;
            } else {
                isOpen = false;
                markersMissing++;
                committedOfBounded +=
                        tenant.equals(BOUNDED) ? grant.getAmounts().getRequests() - 1 : 0;
                onTheirWay.add(new Settle(grant.getId(), grant.getAmounts(), false));
                granted = null;
            }
        }

        /** What happens to whoever is fenced: what it had open is aborted, and its marker is there. */
        private void abort() {
            if (isOpen) {
                log++;
            }
            isOpen = false;
        }

        /** The same run once more, in this process or in another. */
        private void beginAnew() {
            abort();
            isFenced = false;
            if (asked != null) {
                send(BUDGET, client(), new Cancel(asked));
            }
            asked = null;
            granted = null;
            for (LedgerEntry entry : List.copyOf(journal)) {
                if (entry.getEvent() instanceof Granted held && fence.equals(held.getFence())) {
                    send(BUDGET, client(), new Settle(held.getId(), held.getAmounts(), false));
                }
            }
        }
    }

    SlotsRace(int bound, Random random) {
        this.bound = bound;
        this.random = random;
        keeper.limit(limits());
        for (int number = 0; number < SUBMITTERS; number++) {
            submitters.add(new Submitter(number));
        }
    }

    long depth() {
        return log - worked;
    }

    /** Unfinished jobs of the tenant that has a bound of its own. */
    long depthOfBounded() {
        return committedOfBounded - finishedOfBounded;
    }

    long boundOfBounded() {
        return Math.max(10, bound / 5);
    }

    /** Refusals although there was room for as long as somebody waited. */
    int refusedWithRoom() {
        return refusedWithRoom;
    }

    void step() {
        now += 1 + random.nextInt(isCalm ? 20 : 60);
        submitters.forEach(Submitter::act);
        if (!onTheirWay.isEmpty() && random.nextInt(3) == 0) {
            send(BUDGET, "client", onTheirWay.removeFirst());
        }
        if (markersMissing > 0 && random.nextInt(4) == 0) {
            markersMissing--;
            log++;
        }
        if (!isCalm && random.nextInt(5) == 0) {
            worked += random.nextLong(1 + depth() / 20);
            finishedOfBounded += random.nextLong(1 + depthOfBounded() / 20);
        }
        keep();
        if (!isCalm && random.nextInt(500) == 0) {
            succeed();
        }
    }

    /** Lets all go on undisturbed until the lane is full. */
    void settleDown() {
        isCalm = true;
        keeperSince = now;
        for (int i = 0; i < 4_000; i++) {
            step();
        }
    }

    /** Asks for slots, and returns what was answered at once. */
    List<LedgerEntry> ask(int submitter, long slots, long patienceMillis) {
        return ask("r" + ids++, "client", "free", "assay.submit.run-" + submitter, slots, patienceMillis);
    }

    private List<LedgerEntry> ask(
            String id, String client, String tenant, String fence, long slots, long patienceMillis) {
        Reserve reserve = new Reserve(
                id,
                tenant,
                "batch",
                0,
                new Amounts(slots, 0L, 0L, 0L),
                at(now + patienceMillis),
                HOLD_MILLIS,
                fence,
                2L);
        return send(BUDGET, client, reserve);
    }

    private List<LedgerEntry> send(String budget, String client, Object event) {
        List<LedgerEntry> entries = keeper.handle(new LedgerRequest(budget, client, at(now), event), offset++, 0, now);
        write(entries);
        return entries;
    }

    /** The keeper's own part: time, measurements, fences. */
    private void keep() {
        write(keeper.tick(0, now));
        if (measuringSince < 0 && keeper.wantMeasuring().contains(BUDGET)) {
            keeper.measure(BUDGET);
            measuringSince = now;
        } else if (measuringSince >= 0 && random.nextInt(3) == 0) {
            measuringSince = -1;
            if (random.nextInt(20) == 0) {
                keeper.notMeasured(BUDGET);
            } else {
                write(keeper.measured(BUDGET, depth() + markersMissing, Map.of(BOUNDED, depthOfBounded()), 0, now));
            }
        }
        Map<String, List<String>> overdue = keeper.overdue(now);
        if (fencing == null && !overdue.isEmpty()) {
            fencing = overdue.keySet().iterator().next();
            fenced = overdue.getOrDefault(fencing, List.of());
        } else if (fencing != null && random.nextInt(10) == 0) {
            String id = fencing;
            submitters.stream().filter(each -> each.fence.equals(id)).forEach(each -> {
                each.abort();
                each.isFenced = true;
            });
            fencing = null;
            write(keeper.fenced(fenced, 0, now));
        }
    }

    /** Another keeper, which knows what stands in the journal and nothing of measurements and fences under way. */
    private void succeed() {
        keeper = new Ledger(LedgerSettings.SLOTS);
        journal.forEach(keeper::apply);
        keeper.recover();
        keeper.recovered();
        keeper.limit(limits());
        measuringSince = -1;
        fencing = null;
        keeperSince = now;
        // What waited is asked for again.
        submitters.forEach(each -> each.asked = null);
    }

    private void write(List<LedgerEntry> entries) {
        for (LedgerEntry entry : entries) {
            journal.add(entry);
            for (Submitter each : submitters) {
                if (entry.getEvent() instanceof Granted grant && grant.getId().equals(each.asked)) {
                    each.granted = grant;
                    each.asked = null;
                } else if (entry.getEvent() instanceof Refused refused
                        && refused.getId().equals(each.asked)) {
                    each.asked = null;
                    noteRefusal(each);
                }
            }
        }
    }

    private void noteRefusal(Submitter refused) {
        long held = keeper.view(BUDGET, now).orElseThrow().uses().getFirst().reserved();
        boolean isUndisturbed = isCalm && !refused.tenant.equals(BOUNDED) && keeperSince <= refused.askedAt;
        boolean hadRoom = depth() + markersMissing + held + onTheirWay.size() < bound * 95 / 100;
        if (isUndisturbed && hadRoom) {
            refusedWithRoom++;
        }
    }

    private BudgetLimits limits() {
        BudgetLimit limit = new BudgetLimit(BudgetMeasure.REQUESTS, BudgetWindow.HELD, bound);
        return new BudgetLimits(
                BUDGET, List.of(limit), true, "test", "", at(now), List.of(), Map.of(BOUNDED, boundOfBounded()));
    }

    private static Instant at(long millis) {
        return Instant.ofEpochMilli(millis);
    }
}
