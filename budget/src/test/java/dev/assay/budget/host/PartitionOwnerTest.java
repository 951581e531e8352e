package dev.assay.budget.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.budget.journal.JournalPlace;
import dev.assay.budget.ledger.LedgerSettings;
import dev.assay.schemas.Amounts;
import dev.assay.schemas.Beat;
import dev.assay.schemas.BudgetLimit;
import dev.assay.schemas.BudgetLimits;
import dev.assay.schemas.BudgetMeasure;
import dev.assay.schemas.BudgetWindow;
import dev.assay.schemas.Granted;
import dev.assay.schemas.LedgerEntry;
import dev.assay.schemas.LedgerRequest;
import dev.assay.schemas.LedgerSnapshot;
import dev.assay.schemas.OwnerEpoch;
import dev.assay.schemas.Reserve;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.Test;

/** Owners that follow each other on one journal, a list here. */
class PartitionOwnerTest {
    private static final String BUDGET = "calls/a/m";
    private static final long NOW = 1_800_000_000_000L;

    private final List<LedgerEntry> journal = new ArrayList<>();
    private final List<LedgerRequest> requests = new ArrayList<>();
    private BudgetLimits limits = limits(List.of());

    @Test
    void aSuccessorKnowsWhatWasGrantedAndAnswersEachRequestOnce() {
        limitIs(3);
        PartitionOwner first = owner(0, Optional.empty(), Optional.empty());
        ask(first, "r1", "r2");
        Progress.Commit commit = commit(first);
        LedgerSnapshot snapshot = first.snapshot(NOW);
        ask(first, "r3", "r4");

        PartitionOwner second = owner(0, Optional.of(snapshot), Optional.of(commit.place()));
        readRequests(second, 0);
        hear(second);
        ask(second, "r5");

        assertThat(granted()).containsExactly("r1", "r2", "r3");
        assertThat(second.isGranting()).isTrue();
    }

    @Test
    void whatWaitedAtAPredecessorIsGrantedByItsSuccessorWhenItsClientIsHeardOf() {
        limitIs(1);
        PartitionOwner first = owner(0, Optional.empty(), Optional.empty());
        ask(first, "r1", "r2");

        PartitionOwner second = owner(0, Optional.empty(), Optional.empty());
        limitIs(2);
        second.limit(limits);
        readRequests(second, 0);
        append(second.tick(NOW + 100));
        assertThat(granted()).containsExactly("r1");

        hear(second);
        append(second.tick(NOW + 200));

        assertThat(granted()).containsExactly("r1", "r2");
    }

    @Test
    void anOwnerThatReadsALaterEpochGrantsNothingMore() {
        limitIs(1);
        PartitionOwner first = owner(0, Optional.empty(), Optional.empty());
        ask(first, "r1", "r2");
        long epoch = journal.size();
        journal.add(epoch());

        first.read(epoch, journal.getLast());

        assertThat(first.isDeposed()).isTrue();
        assertThat(first.isGranting()).isFalse();
        assertThat(first.tick(NOW + 120_000)).isEmpty();
    }

    @Test
    void theWordOfAFollowedOwnerIsNeitherInTheStateNorInSnapshots() {
        limitIs(5);
        PartitionOwner first = owner(0, Optional.empty(), Optional.empty());
        ask(first, "r1");
        PartitionOwner second = owner(1, Optional.empty(), Optional.empty());
        LedgerRequest late = request(new Reserve("r2", "t", "batch", 0, amounts(), at(NOW), 30_000L, null, null));
        List<LedgerEntry> voided = first.request(late, 1, NOW);
        assertThat(voided).isNotEmpty();

        for (LedgerEntry entry : voided) {
            journal.add(entry);
            assertThat(second.read(journal.size() - 1, entry)).isFalse();
        }

        assertThat(second.snapshot(NOW).getBudgets().getFirst().getLeases()).hasSize(1);
        assertThat(second.isDeposed()).isFalse();
    }

    private void limitIs(long requestsPerMinute) {
        limits = limits(List.of(new BudgetLimit(BudgetMeasure.REQUESTS, BudgetWindow.MINUTE, requestsPerMinute)));
    }

    private static BudgetLimits limits(List<BudgetLimit> all) {
        return BudgetLimits.newBuilder()
                .setBudget(BUDGET)
                .setLimits(all)
                .setIsSetByHand(false)
                .setBy("test")
                .setReason("")
                .setAt(at(NOW))
                .build();
    }

    /** One that has read the whole journal and no requests. */
    private PartitionOwner owner(long start, Optional<LedgerSnapshot> snapshot, Optional<JournalPlace> wanted) {
        long epoch = journal.size();
        journal.add(epoch());
        PartitionOwner owner = new PartitionOwner(
                0,
                epoch,
                new PartitionOwner.Requests(start, requests.size()),
                snapshot,
                wanted,
                LedgerSettings.STANDARD);
        owner.limit(limits);
        for (long offset = owner.journalStart(); offset < journal.size(); offset++) {
            assertThat(owner.wantsRequests()).isFalse();
            owner.read(offset, journal.get((int) offset));
        }
        assertThat(owner.wantsRequests()).isTrue();
        return owner;
    }

    private void ask(PartitionOwner owner, String... ids) {
        for (String id : ids) {
            requests.add(request(new Reserve(id, "t", "batch", 0, amounts(), at(NOW + 60_000), 30_000L, null, null)));
            int before = journal.size();
            append(owner.request(requests.getLast(), requests.size() - 1, NOW));
            for (int offset = before; offset < journal.size(); offset++) {
                owner.read(offset, journal.get(offset));
            }
        }
    }

    private void readRequests(PartitionOwner owner, int from) {
        for (int offset = from; offset < requests.size(); offset++) {
            append(owner.request(requests.get(offset), offset, NOW));
        }
    }

    private void hear(PartitionOwner owner) {
        requests.add(request(new Beat()));
        append(owner.request(requests.getLast(), requests.size() - 1, NOW));
    }

    private void append(List<LedgerEntry> entries) {
        journal.addAll(entries);
    }

    private List<String> granted() {
        return journal.stream()
                .filter(entry -> entry.getEvent() instanceof Granted)
                .map(entry -> ((Granted) entry.getEvent()).getId())
                .toList();
    }

    private Progress.Commit commit(PartitionOwner owner) {
        return owner.commit(2, 2).orElseThrow();
    }

    private static LedgerEntry epoch() {
        return new LedgerEntry("", -1L, at(NOW), -1L, new OwnerEpoch("owner"));
    }

    private static LedgerRequest request(SpecificRecord event) {
        return new LedgerRequest(BUDGET, "client", at(NOW), event);
    }

    private static Amounts amounts() {
        return new Amounts(1L, 1L, 1L, 0L);
    }

    private static Instant at(long millis) {
        return Instant.ofEpochMilli(millis);
    }
}
