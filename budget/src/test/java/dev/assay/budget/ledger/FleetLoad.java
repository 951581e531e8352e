package dev.assay.budget.ledger;

import dev.assay.budget.ledger.Owners.Ask;
import dev.assay.schemas.Granted;
import dev.assay.schemas.LedgerEntry;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Random;

/**
 * Workers round {@link Owners}: they keep so many reservations waiting, call within the time that a grant allows, and
 * settle when the call ends. Times of arrival and of calls are drawn at random, the worst ones included.
 */
final class FleetLoad {
    static final long TRANSIT_MILLIS = 200;
    private static final long BEAT_MILLIS = 250;

    final Owners owners;
    final ProviderLog provider = new ProviderLog();
    private final Random random;
    private final PriorityQueue<Due> due =
            new PriorityQueue<>(Comparator.comparingLong(Due::at).thenComparingInt(Due::order));
    private final List<String> waiting = new ArrayList<>();
    private int seen;
    private int names;
    private int inFlight;
    private int peakInFlight;
    /** Reservations that are kept waiting. */
    int backlog = 50;
    /** Longest that a call takes. */
    long callMillis = 5_000;
    /** Output tokens that a call takes, as a share of those reserved: at most so much. */
    double outputShare = 1;
    /** Share of the grants that are given back unused. */
    double cancels;
    /** Share of the calls that are never settled. */
    double deaths;

    FleetLoad(Owners owners, long seed) {
        this.owners = owners;
        this.random = new Random(seed);
    }

    /** Keeps asking, calling and settling for so long. */
    void run(long millis) {
        long end = owners.now + millis;
        while (owners.now < end) {
            ask();
            take();
            long next = Math.min(end, owners.now + BEAT_MILLIS);
            Due first = due.peek();
            if (first != null && first.at <= next) {
                owners.pass(first.at - owners.now);
                for (; first != null && first.at <= owners.now; first = due.peek()) {
                    due.poll();
                    first.action.run();
                }
            } else {
                owners.pass(next - owners.now);
                owners.beat("client");
            }
        }
        take();
    }

    /** The owner is dead for so long, while the workers go on; then another comes. */
    void failOver(long millis) {
        owners.die();
        run(millis);
        owners.takeOver();
    }

    /** Most calls that ran at a time; those that nobody settles run until their holder is taken for dead. */
    int peakInFlight() {
        return peakInFlight;
    }

    void at(long millis, Runnable action) {
        due.add(new Due(millis, names++, action));
    }

    private void ask() {
        waiting.removeIf(id -> owners.granted.containsKey(id) || owners.refused.containsKey(id));
        while (waiting.size() < backlog) {
            String id = "r" + names++;
            waiting.add(id);
            owners.reserve(
                    id,
                    Ask.ONE
                            .of(Owners.tokens(random.nextInt(20, 140), random.nextInt(10, 60)))
                            .by("tenant" + random.nextInt(3))
                            .first(random.nextInt(2))
                            .waiting(120_000)
                            .holding(callMillis + 2_000));
        }
    }

    private void take() {
        for (; seen < owners.grants.size(); seen++) {
            LedgerEntry entry = owners.grants.get(seen);
            long grantedAt = entry.getAt().toEpochMilli();
            Granted grant = (Granted) entry.getEvent();
            if (random.nextDouble() < cancels) {
                at(Math.max(owners.now, grantedAt + random.nextLong(800)), () -> owners.cancel(grant.getId()));
                continue;
            }
            long starts = grant.getStartBy().toEpochMilli() - grantedAt;
            long arrives = grantedAt + (random.nextInt(4) == 0 ? starts + TRANSIT_MILLIS : random.nextLong(starts));
            long output = (long) (grant.getAmounts().getOutputTokens() * outputShare * (0.5 + random.nextDouble() / 2));
            provider.arrived(arrives, grant.getAmounts().getInputTokens() + output);
            inFlight++;
            peakInFlight = Math.max(peakInFlight, inFlight);
            if (random.nextDouble() < deaths) {
                at(grant.getHeldUntil().toEpochMilli(), () -> inFlight--);
                continue;
            }
            at(Math.max(owners.now, arrives) + random.nextLong(1, callMillis), () -> {
                inFlight--;
                owners.settle(grant.getId(), Owners.tokens(grant.getAmounts().getInputTokens(), output));
            });
        }
    }

    private record Due(long at, int order, Runnable action) {}
}
