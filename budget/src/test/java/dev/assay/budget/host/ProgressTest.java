package dev.assay.budget.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.budget.journal.JournalPlace;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ProgressTest {
    private static final JournalPlace START = new JournalPlace(7, 3);

    @Test
    void requestsAreDoneOnceWhatTheyLedToIsWritten() {
        Progress progress = new Progress(10, START);
        progress.note(15, 15, new JournalPlace(9, 3), 4);

        assertThat(progress.commit(3)).isEmpty();
        assertThat(progress.commit(4)).contains(new Progress.Commit(15, new JournalPlace(9, 3)));
        assertThat(progress.commit(4)).isEmpty();
    }

    @Test
    void whatWaitsIsReadAgainAndTheJournalFromBeforeItCameIn() {
        Progress progress = new Progress(10, START);
        progress.note(15, 12, new JournalPlace(9, 3), 4);
        progress.note(20, 12, new JournalPlace(20, 3), 9);

        assertThat(progress.commit(9)).contains(new Progress.Commit(12, START));

        progress.note(30, 18, new JournalPlace(40, 3), 9);
        assertThat(progress.commit(9)).contains(new Progress.Commit(18, new JournalPlace(9, 3)));
    }

    @Test
    void nothingIsCommittedWhereNothingHappened() {
        Progress progress = new Progress(10, START);
        progress.note(10, 10, START, 0);

        assertThat(progress.commit(0)).isEmpty();
    }

    /** Whatever comes when: no request from the committed offset on was read before the committed place was. */
    @Test
    void theCommittedPlaceIsAlwaysBeforeTheRequestWasRead() {
        for (int seed = 0; seed < 200; seed++) {
            Random random = new Random(seed);
            Progress progress = new Progress(0, new JournalPlace(0, 1));
            TreeMap<Long, Long> journalAtRequest = new TreeMap<>();
            long next = 0;
            long waiting = 0;
            long journal = 0;
            long sent = 0;
            for (int step = 0; step < 100; step++) {
                progress.note(next, waiting, new JournalPlace(journal, 1), sent);
                Optional<Progress.Commit> commit = progress.commit(Math.max(0, sent - random.nextInt(3)));
                long committable = waiting;
                commit.ifPresent(each -> {
                    assertThat(each.offset()).isLessThanOrEqualTo(committable);
                    Long firstRead = journalAtRequest.get(each.offset());
                    if (firstRead != null) {
                        assertThat(each.place().offset()).isLessThanOrEqualTo(firstRead);
                    }
                });
                for (int more = random.nextInt(4); more > 0; more--) {
                    journalAtRequest.put(next++, journal);
                }
                waiting = Math.min(next, waiting + random.nextInt(4));
                journal += random.nextInt(4);
                sent += random.nextInt(3);
            }
        }
    }
}
