package dev.assay.deadletters.index;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.deadletters.LetterState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ShelfIndexTest {
    private static final long OWNER = 42;
    private static final int HEADER = 64;

    @TempDir
    Path directory;

    private Path file = Path.of("");
    private Path wordsFile = Path.of("");

    @BeforeEach
    void nameFiles() {
        file = directory.resolve("jobs-0");
        wordsFile = directory.resolve("words");
    }

    @Test
    void keepsWhatWasAdded() throws IOException {
        List<Entry> written = fill(5_000);
        try (Words words = Words.open(wordsFile);
                ShelfIndex index = ShelfIndex.open(file, OWNER, words)) {
            assertThat(entries(index)).isEqualTo(written);
            assertThat(index.next()).isEqualTo(20_000);
            assertThat(index.firstFrom(30)).isEqualTo(10);
            assertThat(index.firstFrom(31)).isEqualTo(11);
            assertThat(index.firstFrom(1_000_000)).isEqualTo(5_000);
            assertThat(words.text(index.get(7).tenant())).isEqualTo("tenant-1");
        }
    }

    @Test
    void marksALetterInItsPlace() throws IOException {
        fill(10);
        try (Words words = Words.open(wordsFile);
                ShelfIndex index = ShelfIndex.open(file, OWNER, words)) {
            index.mark(9, LetterState.REPLAYED, 1L << 40);
            index.mark(12, LetterState.DISCARDED, 0);
            index.mark(15, LetterState.REPLAYED, 7);
            index.mark(15, LetterState.OPEN, 8);
            index.mark(13, LetterState.REPLAYED, 9);
            index.saveMarks(10);
        }
        try (Words words = Words.open(wordsFile);
                ShelfIndex index = ShelfIndex.open(file, OWNER, words)) {
            assertThat(entries(index).stream().map(Entry::state))
                    .containsExactly(
                            LetterState.OPEN,
                            LetterState.OPEN,
                            LetterState.OPEN,
                            LetterState.REPLAYED,
                            LetterState.DISCARDED,
                            LetterState.OPEN,
                            LetterState.OPEN,
                            LetterState.OPEN,
                            LetterState.OPEN,
                            LetterState.OPEN);
            assertThat(index.get(3).mark()).isEqualTo(1L << 40);
            assertThat(index.get(4).mark()).isZero();
            assertThat(index.get(5).mark()).isEqualTo(-1);
            assertThat(index.nextMark()).isEqualTo(10);
        }
    }

    @Test
    void aTornEntryAtTheEndIsCutOff() throws IOException {
        List<Entry> written = fill(100);
        Files.write(file, new byte[Entry.BYTES / 2], StandardOpenOption.APPEND);
        try (Words words = Words.open(wordsFile);
                ShelfIndex index = ShelfIndex.open(file, OWNER, words)) {
            assertThat(entries(index)).isEqualTo(written);
        }
        assertThat(Files.size(file)).isEqualTo(HEADER + 100L * Entry.BYTES);
    }

    @Test
    void entriesThatWereWrittenBeforeTheHeaderSaidSoAreGoneOnFrom() throws IOException {
        fill(100);
        try (Words words = Words.open(wordsFile);
                ShelfIndex index = ShelfIndex.open(file, OWNER, words)) {
            index.save(5, words);
        }
        try (Words words = Words.open(wordsFile);
                ShelfIndex index = ShelfIndex.open(file, OWNER, words)) {
            assertThat(index.next()).isEqualTo(298);
        }
    }

    @Test
    void whatBelongsToAnotherTopicIsBegunAnew() throws IOException {
        fill(100);
        try (Words words = Words.open(wordsFile);
                ShelfIndex index = ShelfIndex.open(file, OWNER + 1, words)) {
            assertThat(index.count()).isZero();
            assertThat(index.next()).isZero();
        }
    }

    @Test
    void withoutItsWordsItIsBegunAnew() throws IOException {
        fill(100);
        Files.delete(wordsFile);
        try (Words words = Words.open(wordsFile);
                ShelfIndex index = ShelfIndex.open(file, OWNER, words)) {
            assertThat(index.count()).isZero();
        }
    }

    @Test
    void withFewerWordsThanItUsesItIsBegunAnew() throws IOException {
        fill(100);
        Files.write(wordsFile, Arrays.copyOf(Files.readAllBytes(wordsFile), 20));
        try (Words words = Words.open(wordsFile);
                ShelfIndex index = ShelfIndex.open(file, OWNER, words)) {
            assertThat(words.size()).isZero();
            assertThat(index.count()).isZero();
        }
    }

    @Test
    void anyDamageIsNoticedOrHarmless() throws IOException {
        List<Entry> written = fill(20);
        byte[] good = Files.readAllBytes(file);
        Random random = new Random(7);
        for (int round = 0; round < 2_000; round++) {
            byte[] bad = good.clone();
            int damages = 1 + random.nextInt(4);
            for (int i = 0; i < damages; i++) {
                bad[random.nextInt(bad.length)] = (byte) random.nextInt(256);
            }
            Files.write(file, Arrays.copyOf(bad, random.nextInt(4) == 0 ? random.nextInt(bad.length) : bad.length));
            try (Words words = Words.open(wordsFile);
                    ShelfIndex index = ShelfIndex.open(file, OWNER, words)) {
                for (int i = 0; i < index.count(); i++) {
                    Entry read = index.get(i);
                    Entry wrote = written.get(i);
                    assertThat(read)
                            .usingRecursiveComparison()
                            .ignoringFields("state", "mark")
                            .isEqualTo(wrote);
                }
            }
        }
    }

    @Test
    void whoReadsAFileIsNotDisturbedWhenItIsBegunAnew() throws IOException {
        List<Entry> written = fill(50);
        try (Words words = Words.open(wordsFile);
                ShelfIndex reading = ShelfIndex.open(file, OWNER, words);
                ShelfIndex anew = ShelfIndex.fresh(file, OWNER, words)) {
            assertThat(anew.count()).isZero();
            assertThat(entries(reading)).isEqualTo(written);
        }
    }

    private List<Entry> fill(int count) throws IOException {
        List<Entry> written = new ArrayList<>();
        try (Words words = Words.open(wordsFile);
                ShelfIndex index = ShelfIndex.open(file, OWNER, words)) {
            for (int i = 0; i < count; i++) {
                Entry entry = new Entry(
                        3L * i,
                        1_000_000L + i,
                        LetterState.OPEN,
                        -1,
                        words.code("run-" + i % 5),
                        words.code("tenant-" + i % 3),
                        i % 2 == 0 ? Words.NONE : words.code("é".repeat(1 + i % 200)),
                        100 + i,
                        words.code("KIND_" + i % 20),
                        words.code("EXHAUSTED"));
                index.append(entry, words);
                written.add(entry);
            }
            index.save(20_000, words);
        }
        return written;
    }

    private static List<Entry> entries(ShelfIndex index) {
        List<Entry> entries = new ArrayList<>();
        for (int i = 0; i < index.count(); i++) {
            entries.add(index.get(i));
        }
        return entries;
    }
}
