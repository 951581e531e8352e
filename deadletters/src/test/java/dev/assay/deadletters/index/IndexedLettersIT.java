package dev.assay.deadletters.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.assay.deadletters.FoundLetter;
import dev.assay.deadletters.IndexListener;
import dev.assay.deadletters.LetterCounts;
import dev.assay.deadletters.LetterId;
import dev.assay.deadletters.LetterOrder;
import dev.assay.deadletters.LetterState;
import dev.assay.deadletters.Letters;
import dev.assay.deadletters.ScannedLetters;
import dev.assay.deadletters.Selection;
import dev.assay.deadletters.Stage;
import dev.assay.runtime.Clock;
import dev.assay.runtime.KafkaClients;
import dev.assay.runtime.KafkaSettings;
import dev.assay.runtime.TopicAdmin;
import dev.assay.runtime.TopicScan;
import dev.assay.sandbox.broker.EmbeddedKafka;
import dev.assay.sandbox.broker.EmbeddedKafkaSettings;
import dev.assay.schemas.Disposition;
import dev.assay.schemas.FailureKind;
import dev.assay.schemas.topics.TopicCatalogue;
import dev.assay.schemas.topics.TopicSizes;
import dev.assay.schemas.topics.Topics;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The index beside plain reading, which is what it must always agree with. Each test has topics of its own. */
class IndexedLettersIT {
    private static final TopicSizes SIZES = new TopicSizes(1, 1, 1, 1, 2, 1);
    private static final Duration LATER = Duration.ofDays(2);

    private static Instant begin = Instant.EPOCH;
    private static EmbeddedKafka broker;
    private static Admin admin;

    @TempDir
    Path cache;

    private final List<String> without = new ArrayList<>();

    private final IndexListener listener = new IndexListener() {
        @Override
        public void indexing(long done, long all) {}

        @Override
        public void without(String why) {
            without.add(why);
        }
    };

    @BeforeAll
    static void start() {
        begin = Instant.now().minus(LATER).truncatedTo(ChronoUnit.SECONDS);
        broker = EmbeddedKafka.start(EmbeddedKafkaSettings.temporary());
        admin = new KafkaClients(KafkaSettings.of(broker.bootstrap())).admin("test");
    }

    @AfterAll
    static void stop() {
        admin.close();
        broker.close();
    }

    @Test
    void findsAndCountsWhatPlainReadingFindsWhateverIsSelected() throws Exception {
        KafkaClients clients = clients("any");
        SampleLetters samples = new SampleLetters(clients, begin, 1);
        List<LetterId> ids = samples.write(400);
        samples.mark(ids.subList(20, 90), LetterState.REPLAYED);
        samples.mark(ids.subList(80, 120), LetterState.DISCARDED);
        samples.mark(ids.subList(100, 110), LetterState.OPEN);
        Random random = new Random(2);
        try (IndexedLetters letters = open(clients);
                ScannedLetters plain = new ScannedLetters(clients)) {
            for (int round = 0; round < 25; round++) {
                Selection selection = selection(random, ids);
                List<LetterId> expected = found(plain, selection);
                assertThat(found(letters, selection)).as(selection.toString()).isEqualTo(expected);
                LetterCounts counts = letters.count(selection, begin.plus(LATER));
                assertThat(counts.count()).as(selection.toString()).isEqualTo(expected.size());
                LetterCounts counted = new LetterCounts(begin.plus(LATER));
                plain.find(selection, letter -> {
                    counted.add(letter);
                    return true;
                });
                assertThat(counts.damaged()).isEqualTo(counted.damaged());
                assertThat(counts.byStage()).isEqualTo(counted.byStage());
                assertThat(counts.byAge()).isEqualTo(counted.byAge());
                assertThat(counts.by(LetterCounts.Part.KIND)).isEqualTo(counted.by(LetterCounts.Part.KIND));
                assertThat(counts.by(LetterCounts.Part.RUN)).isEqualTo(counted.by(LetterCounts.Part.RUN));
                assertThat(counts.oldest()).isEqualTo(counted.oldest());
            }
            FoundLetter replayed = letters.get(ids.get(20)).orElseThrow();
            assertThat(replayed.state()).isEqualTo(LetterState.REPLAYED);
            assertThat(letters.get(new LetterId(Stage.JOBS, 0, 1_000_000))).isEmpty();
            assertThat(letters.get(new LetterId(Stage.JOBS, 9, 0))).isEmpty();
        }
        assertThat(without).isEmpty();
    }

    @Test
    void tellsLettersOfAllPartitionsByTimeWithTheirMarks() throws Exception {
        KafkaClients clients = clients("time");
        SampleLetters samples = new SampleLetters(clients, begin, 3);
        List<LetterId> ids = samples.write(300);
        samples.mark(ids.subList(100, 150), LetterState.DISCARDED);
        for (boolean withIndex : new boolean[] {true, false}) {
            try (IndexedLetters letters =
                    new IndexedLetters(clients, admin, Clock.system(), withIndex ? cache : null, listener)) {
                List<FoundLetter> latest = walked(letters, LetterOrder.NEWEST, 1_000);
                List<FoundLetter> earliest = walked(letters, LetterOrder.OLDEST, 1_000);

                assertThat(latest).extracting(one -> one.letter().id()).isEqualTo(ids.reversed());
                assertThat(earliest).extracting(one -> one.letter().id()).isEqualTo(ids);
                assertThat(walked(letters, LetterOrder.NEWEST, 7)).hasSize(7);
                assertThat(earliest.subList(100, 150))
                        .allSatisfy(one -> assertThat(one.mark())
                                .satisfies(mark -> assertThat(mark.getReason())
                                        .isEqualTo("because of " + one.letter().id())));
            }
        }
    }

    @Test
    void theLatestAreToldBeforeManyAreIndexedAndTheRestAfterwards() throws Exception {
        KafkaClients clients = clients("ahead");
        List<LetterId> ids = new SampleLetters(clients, begin, 4).write(600);
        Selection rare = new Selection(
                Set.of(),
                Set.of(),
                Set.of(),
                Set.of(FailureKind.TIMEOUT, FailureKind.TRANSIENT),
                Set.of(),
                Set.of(),
                Set.of(),
                Set.of(),
                null,
                null,
                false,
                List.of());
        try (IndexedLetters letters = new IndexedLetters(
                clients, admin, Clock.system(), cache, listener, new IndexedLetters.Ahead(100, 300))) {
            assertThat(walked(letters, LetterOrder.NEWEST, 5))
                    .extracting(one -> one.letter().id())
                    .isEqualTo(ids.reversed().subList(0, 5));
            assertThat(indexFiles())
                    .allSatisfy(file -> assertThat(file.toFile().length()).isLessThan(100));

            List<LetterId> told = new ArrayList<>();
            OptionalLong unused = letters.walk(
                    rare, LetterOrder.NEWEST, one -> told.add(one.letter().id()));

            assertThat(new TreeSet<>(told)).containsExactlyElementsOf(found(letters, rare));
            assertThat(told)
                    .isEqualTo(ids.reversed().stream().filter(told::contains).toList());
        }
    }

    @Test
    void aPartitionThatWasReadToItsEndIsReadAgainByTheSameScan() throws Exception {
        KafkaClients clients = clients("twice");
        new SampleLetters(clients, begin, 14).write(20);
        try (KafkaConsumer<byte[], byte[]> consumer = clients.consumer("test", Map.of())) {
            TopicScan scan = new TopicScan(consumer);
            List<TopicPartition> letters =
                    scan.partitions(clients.settings().topics().deadLetterJobs());
            for (int round = 0; round < 3; round++) {
                List<ConsumerRecord<byte[], byte[]>> read = new ArrayList<>();
                scan.read(scan.beginnings(letters), scan.ends(letters), read::add);
                assertThat(read).hasSizeGreaterThan(10);
            }
        }
    }

    @Test
    void followsNewLettersAndMarks() throws Exception {
        KafkaClients clients = clients("follow");
        SampleLetters samples = new SampleLetters(clients, begin, 5);
        List<LetterId> first = samples.write(50);
        agrees(clients);
        samples.mark(first.subList(0, 20), LetterState.REPLAYED);
        agrees(clients);
        List<LetterId> later = samples.write(50);
        samples.mark(later.subList(0, 10), LetterState.DISCARDED);
        samples.mark(first.subList(0, 5), LetterState.OPEN);
        agrees(clients);
        assertThat(without).isEmpty();
    }

    @Test
    void damagedFilesOfTheIndexChangeNothing() throws Exception {
        KafkaClients clients = clients("damage");
        SampleLetters samples = new SampleLetters(clients, begin, 6);
        samples.mark(samples.write(200).subList(0, 50), LetterState.REPLAYED);
        agrees(clients);
        Random random = new Random(8);
        for (int round = 0; round < 12; round++) {
            List<Path> files = indexFiles();
            Path file = files.get(random.nextInt(files.size()));
            byte[] bytes = Files.readAllBytes(file);
            switch (random.nextInt(4)) {
                case 0 -> Files.delete(file);
                case 1 -> Files.write(file, new byte[random.nextInt(100)], StandardOpenOption.APPEND);
                case 2 -> Files.write(file, Arrays.copyOf(bytes, random.nextInt(bytes.length + 1)));
                default -> {
                    if (bytes.length > 0) {
                        bytes[random.nextInt(bytes.length)] ^= 0x55;
                        Files.write(file, bytes);
                    }
                }
            }
            agrees(clients);
        }
        assertThat(without).isEmpty();
    }

    @Test
    void aTopicThatWasCreatedAgainIsIndexedAnew() throws Exception {
        KafkaClients clients = clients("again");
        new SampleLetters(clients, begin, 9).write(100);
        agrees(clients);
        String topic = clients.settings().topics().deadLetterJobs();
        admin.deleteTopics(List.of(topic)).all().get();
        await().atMost(Duration.ofSeconds(30))
                .until(() -> !admin.listTopics().names().get().contains(topic));
        create(clients.settings().topics());
        new SampleLetters(clients, begin, 10).write(150);
        agrees(clients);
    }

    @Test
    void lettersThatRetentionTookArePassedOver() throws Exception {
        KafkaClients clients = clients("gone");
        SampleLetters samples = new SampleLetters(clients, begin, 11);
        samples.mark(samples.write(200).subList(0, 100), LetterState.DISCARDED);
        agrees(clients);
        TopicPartition partition =
                new TopicPartition(clients.settings().topics().deadLetterJobs(), 0);
        admin.deleteRecords(Map.of(partition, RecordsToDelete.beforeOffset(40)))
                .all()
                .get();
        agrees(clients);
        try (IndexedLetters letters = open(clients)) {
            assertThat(walked(letters, LetterOrder.OLDEST, 1_000))
                    .extracting(one -> one.letter().id())
                    .noneMatch(id -> id.stage() == Stage.JOBS && id.partition() == 0 && id.offset() < 40);
            assertThat(letters.get(new LetterId(Stage.JOBS, 0, 3))).isEmpty();
        }
    }

    @Test
    void whileAnotherProcessIsBusyWithTheIndexTheTopicsAreRead() throws Exception {
        KafkaClients clients = clients("busy");
        new SampleLetters(clients, begin, 12).write(100);
        agrees(clients);
        Path lock = indexFiles().getFirst().resolveSibling("lock");
        try (FileChannel channel = FileChannel.open(lock, StandardOpenOption.WRITE);
                FileLock held = channel.lock()) {
            assertThat(held.isValid()).isTrue();
            try (IndexedLetters letters = open(clients);
                    ScannedLetters plain = new ScannedLetters(clients)) {
                assertThat(found(letters, Selection.ALL)).isEqualTo(found(plain, Selection.ALL));
            }
        }
        assertThat(without).containsExactly("another process is busy with it");
    }

    @Test
    void whereNoIndexCanBeWrittenTheTopicsAreRead() throws Exception {
        KafkaClients clients = clients("nowhere");
        new SampleLetters(clients, begin, 13).write(20);
        Path file = Files.createFile(cache.resolve("file"));
        try (IndexedLetters letters = new IndexedLetters(clients, admin, Clock.system(), file, listener);
                ScannedLetters plain = new ScannedLetters(clients)) {
            assertThat(found(letters, Selection.ALL)).isEqualTo(found(plain, Selection.ALL));
            assertThat(walked(letters, LetterOrder.NEWEST, 100)).hasSize(20);
        }
        assertThat(without).isNotEmpty();
    }

    /** What the index finds, open ones and all, is what plain reading finds. */
    private void agrees(KafkaClients clients) {
        Selection open = new Selection(
                Set.of(),
                Set.of(),
                Set.of(LetterState.OPEN),
                Set.of(),
                Set.of(),
                Set.of(),
                Set.of(),
                Set.of(),
                null,
                null,
                false,
                List.of());
        try (IndexedLetters letters = open(clients);
                ScannedLetters plain = new ScannedLetters(clients)) {
            for (Selection selection : List.of(open, Selection.ALL)) {
                List<FoundLetter> expected = new ArrayList<>();
                plain.find(selection, expected::add);
                List<FoundLetter> actual = new ArrayList<>();
                letters.find(selection, actual::add);
                assertThat(actual)
                        .extracting(one -> one.letter().id())
                        .isEqualTo(
                                expected.stream().map(one -> one.letter().id()).toList());
                assertThat(actual)
                        .extracting(FoundLetter::mark)
                        .isEqualTo(expected.stream().map(FoundLetter::mark).toList());
                assertThat(letters.count(selection, begin.plus(LATER)).count()).isEqualTo(expected.size());
            }
        }
    }

    private IndexedLetters open(KafkaClients clients) {
        return new IndexedLetters(clients, admin, Clock.system(), cache, listener);
    }

    private static List<LetterId> found(Letters letters, Selection selection) {
        List<LetterId> ids = new ArrayList<>();
        letters.find(selection, one -> ids.add(one.letter().id()));
        return ids;
    }

    private static List<FoundLetter> walked(IndexedLetters letters, LetterOrder order, int most) {
        List<FoundLetter> found = new ArrayList<>();
        OptionalLong unused = letters.walk(Selection.ALL, order, one -> {
            found.add(one);
            return found.size() < most;
        });
        return found;
    }

    private static Selection selection(Random random, List<LetterId> ids) {
        return new Selection(
                random.nextInt(6) == 0 ? Set.copyOf(ids.subList(85, 95)) : Set.of(),
                random.nextInt(4) == 0 ? Set.of(Stage.RESULTS) : Set.of(),
                random.nextInt(2) == 0 ? Set.of(List.of(LetterState.values()).get(random.nextInt(3))) : Set.of(),
                random.nextInt(3) == 0
                        ? Set.of(FailureKind.TIMEOUT, FailureKind.BAD_REQUEST, FailureKind.UNKNOWN)
                        : Set.of(),
                random.nextInt(4) == 0 ? Set.of(Disposition.POISON, Disposition.EXHAUSTED) : Set.of(),
                random.nextInt(3) == 0 ? Set.of("run-1", "run-none") : Set.of(),
                random.nextInt(3) == 0 ? Set.of("tenant-1", "t".repeat(300)) : Set.of(),
                random.nextInt(4) == 0 ? Set.of("p/model-2") : Set.of(),
                random.nextInt(4) == 0 ? begin.plusSeconds(100).plusNanos(5) : null,
                random.nextInt(4) == 0 ? begin.plusSeconds(300) : null,
                random.nextInt(8) == 0,
                random.nextInt(6) == 0 ? List.of(letter -> letter.id().offset() % 3 == 0) : List.of());
    }

    private List<Path> indexFiles() throws IOException {
        try (Stream<Path> files = Files.walk(cache)) {
            return files.filter(Files::isRegularFile)
                    .filter(file -> !file.endsWith("lock"))
                    .sorted(Comparator.naturalOrder())
                    .toList();
        }
    }

    private static KafkaClients clients(String prefix) {
        KafkaClients clients = new KafkaClients(
                new KafkaSettings(Map.of("bootstrap.servers", broker.bootstrap()), new Topics(prefix)));
        create(clients.settings().topics());
        return clients;
    }

    private static void create(Topics topics) {
        new TopicAdmin(admin).apply(TopicCatalogue.of(topics, List.of(), SIZES), (short) 1);
    }
}
