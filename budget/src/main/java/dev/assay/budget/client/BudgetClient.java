package dev.assay.budget.client;

import dev.assay.budget.journal.Journal;
import dev.assay.budget.journal.LedgerTopics;
import dev.assay.budget.journal.LimitsFollower;
import dev.assay.budget.ledger.BudgetView;
import dev.assay.budget.ledger.LedgerSettings;
import dev.assay.runtime.Clock;
import dev.assay.runtime.KafkaClients;
import dev.assay.schemas.Settle;
import dev.assay.schemas.Throttled;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The budgets of the fleet through the ledger's topics. Whatever it is unsure of is not granted. */
public final class BudgetClient implements Budgets {
    private static final Duration READY_PATIENCE = Duration.ofSeconds(60);
    /** By so much an answer may come after the wish's patience. */
    private static final Duration GRACE = Duration.ofSeconds(1);
    /** A grant that came too late is asked for again; a clock that makes each one late must not ask for ever. */
    private static final int TRIES = 3;

    private final String name;
    private final LimitsFollower limits;
    private final RequestWriter writer;
    private final Reservations reservations;
    private final JournalFollower follower;
    private final Clock clock;
    private final AtomicLong granted = new AtomicLong();
    private final AtomicLong refused = new AtomicLong();
    private final AtomicLong unanswered = new AtomicLong();
    private final AtomicLong late = new AtomicLong();

    private BudgetClient(
            String name,
            LimitsFollower limits,
            RequestWriter writer,
            Reservations reservations,
            JournalFollower follower,
            Clock clock) {
        this.name = name;
        this.limits = limits;
        this.writer = writer;
        this.reservations = reservations;
        this.follower = follower;
        this.clock = clock;
    }

    /**
     * Starts it and waits until it has read how the budgets stand.
     *
     * @param name of the process, different at each start
     * @param limits which budgets have limits; stays the caller's to close
     * @param onFailure called with what ended it unasked
     * @throws IllegalStateException when the journal cannot be read
     */
    public static BudgetClient start(
            String name,
            LedgerSettings settings,
            KafkaClients clients,
            LimitsFollower limits,
            Clock clock,
            Consumer<Throwable> onFailure) {
        return start(
                name, LedgerTopics.ofCalls(clients.settings().topics()), settings, clients, limits, clock, onFailure);
    }

    /**
     * Starts one for the slots of lanes; otherwise as {@link #start}.
     *
     * @param limits bounds of lanes
     */
    public static BudgetClient ofSlots(
            String name,
            LedgerSettings settings,
            KafkaClients clients,
            LimitsFollower limits,
            Clock clock,
            Consumer<Throwable> onFailure) {
        return start(
                name, LedgerTopics.ofSlots(clients.settings().topics()), settings, clients, limits, clock, onFailure);
    }

    private static BudgetClient start(
            String name,
            LedgerTopics topics,
            LedgerSettings settings,
            KafkaClients clients,
            LimitsFollower limits,
            Clock clock,
            Consumer<Throwable> onFailure) {
        Journal journal = Journal.atOnce(clients, topics, name + "-budgets", clock);
        RequestWriter writer = new RequestWriter(clients, topics.requests(), name, journal.partitions(), clock);
        Reservations reservations = new Reservations(name, writer, clock);
        JournalFollower follower = new JournalFollower(journal, limits, settings, reservations, clock, onFailure);
        BudgetClient client = new BudgetClient(name, limits, writer, reservations, follower, clock);
        follower.start();
        try {
            writer.warmUp(READY_PATIENCE);
            if (!follower.awaitReady(READY_PATIENCE)) {
                throw new IllegalStateException(
                        "the ledger's journal was not read within " + READY_PATIENCE.toSeconds() + " s");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            client.close();
            throw new IllegalStateException("interrupted while reading the ledger's journal", e);
        } catch (RuntimeException e) {
            client.close();
            throw e;
        }
        return client;
    }

    @Override
    public boolean isLimited(String budget) {
        return limits.isLimited(budget);
    }

    @Override
    public Answer reserve(Wish wish) throws InterruptedException {
        if (!isLimited(wish.budget())) {
            return new Answer.Unlimited();
        }
        long began = clock.nanos();
        Duration left = wish.patience();
        for (int tries = 1; ; tries++) {
            Answer answer = ask(wish, left);
            Duration waited = Duration.ofNanos(clock.nanos() - began);
            left = wish.patience().minus(waited);
            switch (answer) {
                case Answer.Granted found
                when !found.grant().isLate() -> {
                    granted.incrementAndGet();
                    return found;
                }
                case Answer.Granted tooLate -> {
                    late.incrementAndGet();
                    tooLate.grant().cancel();
                    if (tries < TRIES && left.isPositive()) {
                        continue;
                    }
                    return unanswered(wish, waited);
                }
                case Answer.Refused found -> {
                    refused.incrementAndGet();
                    return found;
                }
                case Answer.Unanswered none -> {
                    return unanswered(wish, waited);
                }
                case Answer.Unlimited none -> {
                    return none;
                }
            }
        }
    }

    @Override
    public void throttled(String budget, Throttled event) {
        writer.send(budget, event, () -> {});
    }

    @Override
    public Optional<BudgetView> view(String budget) {
        return follower.view(budget);
    }

    /**
     * Ends what is held under a transactional id, for whoever has begun to use it anew: that fenced whoever used it, so
     * what they wrote is written, and they can write nothing more.
     */
    public void endHeld(String fence) {
        for (Fences.Held held : follower.fences().heldUnder(fence)) {
            reservations.end(held.id(), held.budget(), new Settle(held.id(), held.amounts(), false));
        }
    }

    /** How many grants under a transactional id its keeper ended after fencing it, as far as the journal was read. */
    public long fenced(String fence) {
        return follower.fences().raised(fence);
    }

    /** Whether the last grant under a transactional id is another client's, as far as the journal was read. */
    public boolean isClaimedByOther(String fence) {
        return !follower.fences().lastClient(fence).orElse(name).equals(name);
    }

    public ClientStatus status() {
        return new ClientStatus(granted.get(), refused.get(), unanswered.get(), late.get(), follower.voided());
    }

    @Override
    public void close() {
        reservations.close();
        follower.close();
        writer.close();
    }

    private Answer ask(Wish wish, Duration left) throws InterruptedException {
        Pending asked = reservations.ask(wish, left);
        @Nullable Answer answer;
        try {
            answer = asked.await(left.plus(GRACE).toNanos());
        } catch (InterruptedException e) {
            withdraw(asked);
            throw e;
        }
        if (answer == null) {
            answer = reservations.giveUp(asked);
        }
        return answer == null ? new Answer.Unanswered(wish.budget(), left.plus(GRACE)) : answer;
    }

    /** Takes back what nobody waits for any more, be it granted meanwhile. */
    private void withdraw(Pending asked) throws InterruptedException {
        if (reservations.giveUp(asked) instanceof Answer.Granted(Grant grant)) {
            grant.cancel();
        }
    }

    private Answer unanswered(Wish wish, Duration waited) {
        unanswered.incrementAndGet();
        return new Answer.Unanswered(wish.budget(), waited);
    }
}
