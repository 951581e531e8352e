package dev.assay.budget.client;

import dev.assay.budget.journal.Journal;
import dev.assay.budget.journal.LimitsFollower;
import dev.assay.budget.journal.PartitionFold;
import dev.assay.budget.ledger.BudgetView;
import dev.assay.budget.ledger.LedgerSettings;
import dev.assay.runtime.Clock;
import dev.assay.schemas.BudgetLimits;
import dev.assay.schemas.LedgerEntry;
import dev.assay.schemas.LedgerSnapshot;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.apache.kafka.common.errors.RetriableException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the whole journal as it is written: hands out the answers to this process, and knows how every budget stands. It
 * also says every now and then that this process lives, because a process whose answers nobody reads is as good as dead.
 */
final class JournalFollower implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(JournalFollower.class);
    private static final Duration POLL = Duration.ofMillis(50);
    private static final long LAPSE_NANOS = Duration.ofMillis(400).toNanos();
    private static final long BEAT_NANOS = Duration.ofMillis(250).toNanos();
    private static final long VIEW_NANOS = Duration.ofMillis(100).toNanos();
    private static final long CLOSE_SECONDS = 10;

    private final Journal journal;
    private final LimitsFollower limits;
    private final LedgerSettings settings;
    private final Reservations reservations;
    private final Clock clock;
    private final Consumer<Throwable> onFailure;
    private final List<PartitionFold> folds = new ArrayList<>();
    private final List<Lead> leads = new ArrayList<>();
    private final Fences fences = new Fences();
    private final Pulse pulse;
    private final CountDownLatch ready = new CountDownLatch(1);
    private final CountDownLatch stopped = new CountDownLatch(1);
    private final AtomicLong voided = new AtomicLong();
    private Map<String, BudgetLimits> known = Map.of();
    private long beatAt;
    private long viewAt;
    private volatile Map<String, BudgetView> views = Map.of();
    private volatile boolean closing;

    JournalFollower(
            Journal journal,
            LimitsFollower limits,
            LedgerSettings settings,
            Reservations reservations,
            Clock clock,
            Consumer<Throwable> onFailure) {
        this.journal = journal;
        this.limits = limits;
        this.settings = settings;
        this.reservations = reservations;
        this.clock = clock;
        this.onFailure = onFailure;
        this.pulse = new Pulse(LAPSE_NANOS, clock.nanos());
        this.beatAt = clock.nanos();
        this.viewAt = clock.nanos();
    }

    void start() {
        Thread.ofPlatform().name("budget-journal").daemon().start(this::run);
    }

    /** Waits until it has read what was there at its start, or has failed. */
    boolean awaitReady(Duration patience) throws InterruptedException {
        return ready.await(patience.toMillis(), TimeUnit.MILLISECONDS);
    }

    Optional<BudgetView> view(String budget) {
        return Optional.ofNullable(views.get(budget));
    }

    Fences fences() {
        return fences;
    }

    /** Entries that it read and that did not count. */
    long voided() {
        return voided.get();
    }

    @Override
    public void close() {
        closing = true;
        try {
            if (!stopped.await(CLOSE_SECONDS, TimeUnit.SECONDS)) {
                LOG.atWarn().log("reader of the ledger's journal does not stop");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        try (journal) {
            open();
            while (!closing) {
                round();
            }
        } catch (RuntimeException | Error e) {
            if (!closing) {
                onFailure.accept(e);
            }
        } finally {
            stopped.countDown();
            ready.countDown();
        }
    }

    private void open() {
        int count = journal.partitions().count();
        for (int partition = 0; partition < count; partition++) {
            Optional<LedgerSnapshot> snapshot = journal.newestSnapshot(partition);
            snapshot.ifPresent(fences::restore);
            PartitionFold fold = PartitionFold.of(partition, snapshot, Optional.empty(), settings);
            folds.add(fold);
            leads.add(new Lead());
            journal.follow(partition, fold.place().offset());
        }
    }

    private void round() {
        try {
            journal.poll(POLL, this::read);
            pulse.round(journal.isAtEnd(), clock.nanos());
        } catch (RetriableException e) {
            LOG.atWarn().addKeyValue("error", e.getMessage()).log("the ledger's journal cannot be read now");
        }
        heedLimits();
        long nanos = clock.nanos();
        if (nanos - viewAt >= 0) {
            viewAt = nanos + VIEW_NANOS;
            look();
        }
        if (nanos - beatAt >= 0) {
            beatAt = nanos + BEAT_NANOS;
            reservations.beat();
        }
        if (pulse.isSteady()) {
            ready.countDown();
        }
    }

    private void read(int partition, long offset, LedgerEntry entry) {
        pulse.beat(clock.nanos());
        if (!folds.get(partition).take(entry, offset)) {
            voided.incrementAndGet();
            return;
        }
        fences.take(entry);
        Lead lead = leads.get(partition);
        lead.note(
                folds.get(partition).place().epoch(),
                entry.getAt().toEpochMilli(),
                clock.now().toEpochMilli());
        reservations.sentAt(entry).ifPresent(sent -> lead.answered(entry.getAt().toEpochMilli(), sent));
        reservations.answered(entry, pulse.isSteady(), lead.millis());
    }

    private void heedLimits() {
        Map<String, BudgetLimits> all = limits.all();
        if (all.equals(known)) {
            return;
        }
        all.forEach((budget, found) -> {
            if (!found.equals(known.get(budget))) {
                folds.get(journal.partitions().of(budget)).limit(found);
            }
        });
        known = all;
    }

    private void look() {
        Map<String, BudgetView> now = new HashMap<>();
        long millis = clock.now().toEpochMilli();
        folds.forEach(fold -> fold.views(millis).forEach(view -> now.put(view.budget(), view)));
        views = now;
    }
}
