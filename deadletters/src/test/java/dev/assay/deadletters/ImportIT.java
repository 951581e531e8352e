package dev.assay.deadletters;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.sandbox.broker.EmbeddedKafka;
import dev.assay.sandbox.broker.EmbeddedKafkaSettings;
import dev.assay.schemas.DeadLetter;
import dev.assay.schemas.Job;
import dev.assay.schemas.deadletter.Lineage;
import dev.assay.schemas.topics.HeaderNames;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Exports come back: changed, as they are, or written back where they are gone. */
class ImportIT {
    private static EmbeddedKafka kafka;

    @TempDir
    Path directory;

    @BeforeAll
    static void start() {
        kafka = EmbeddedKafka.start(EmbeddedKafkaSettings.temporary());
    }

    @AfterAll
    static void stop() {
        kafka.close();
    }

    @Test
    void changedJobsAreSentWithTheirChangesAndOthersAsTheyAreEachOnce() throws IOException {
        try (TestLetters letters = TestLetters.on(kafka.bootstrap())) {
            letters.die(4);
            Path file = export(
                    letters,
                    line -> line.contains("\"jobId\":\"job-2\"")
                            ? line.replace("\"temperature\": 0.10", "\"temperature\": 1.50")
                            : line);

            Import.Survey survey = survey(letters, file, options(false, false));
            assertThat(survey.problems()).isEmpty();
            assertThat(survey.tally().written()).isEqualTo(4);
            Dealt dealt = write(letters, file, options(false, false));

            assertThat(dealt.ended()).isEqualTo(new Ended.All());
            assertThat(dealt.tally().written()).isEqualTo(4);
            ReplayIT.assertEachOnce(letters, 4);
            for (TestLetters.Found found : letters.jobs()) {
                boolean isChanged = found.job().getOrdinal() == 2;
                assertThat(found.job().getBody()).contains(isChanged ? "1.50" : "0.10");
                assertThat(found.job().getBody()).contains("12345678901234567890", "1e-7");
                assertThat(Lineage.read(found.record().headers()).getFirst().edits())
                        .hasSize(isChanged ? 1 : 0);
            }
            assertThat(write(letters, file, options(false, false)).tally().handledBefore())
                    .isEqualTo(4);
            assertThat(survey(letters, file, options(false, false)).tally().handledBefore())
                    .isEqualTo(4);
            ReplayIT.assertEachOnce(letters, 4);
        }
    }

    @Test
    void malformedRecordsComeBackByteForByte() throws IOException {
        try (TestLetters letters = TestLetters.on(kafka.bootstrap());
                TestLetters other = TestLetters.on(kafka.bootstrap())) {
            Map<LetterId, byte @Nullable []> malformed = malformed(letters);
            Path file = export(letters, UnaryOperator.identity());
            assertThat(Files.readAllLines(file)).hasSize(malformed.size());

            // Elsewhere they are gone: each is written back, once.
            Dealt gone = write(other, file, options(false, false));
            assertThat(gone.tally().refusals()).containsOnlyKeys(Refusal.GONE);
            Dealt restored = write(other, file, options(false, true));
            assertThat(restored.ended()).isEqualTo(new Ended.All());
            assertThat(restored.tally().written()).isEqualTo(malformed.size());
            assertThat(write(other, file, options(false, true)).tally().handledBefore())
                    .isEqualTo(malformed.size());
            assertSameRecords(
                    letters.records(letters.topics().deadLetterJobs()),
                    other.records(other.topics().deadLetterJobs()));
            // Where they are there still, there is nothing to write back.
            assertThat(write(letters, file, options(false, true)).tally().handledBefore())
                    .isEqualTo(malformed.size());

            // As they are they are refused; raw ones go where they came from.
            Dealt refused = write(letters, file, options(false, false));
            assertThat(refused.tally().refusals()).containsOnlyKeys(Refusal.NO_JOB);
            Dealt raw = write(letters, file, options(true, false));
            assertThat(raw.tally().refusals()).containsOnlyKeys(Refusal.TOO_LARGE);
            assertThat(raw.tally().written()).isEqualTo(malformed.size() - 1);
            List<byte @Nullable []> sent = new ArrayList<>();
            letters.records(letters.topics().jobs("batch")).forEach(record -> sent.add(record.value()));
            malformed.values().removeIf(value -> value != null && value.length > 1_000_000);
            assertThat(sent).containsExactlyInAnyOrderElementsOf(malformed.values());
            assertThat(write(letters, file, options(true, false)).tally().written())
                    .isZero();
        }
    }

    @Test
    void bytesThatWereNoJobMayBeMended() throws IOException {
        try (TestLetters letters = TestLetters.on(kafka.bootstrap())) {
            Job job = JobSamples.job(1);
            LetterId id = letters.die(
                    Stage.JOBS,
                    0,
                    JobSamples.bytes("nightly/job-1"),
                    new byte[] {0, 1},
                    JobSamples.headers(JobSamples.told(job), JobSamples.original(job)));
            Path file = directory.resolve("mended.jsonl");
            try (ScannedLetters reader = new ScannedLetters(letters.clients())) {
                Letter letter = reader.get(id).orElseThrow().letter();
                Files.writeString(file, ExportLine.write(letter, job) + "\n");
            }

            assertThat(write(letters, file, options(false, false)).tally().written())
                    .isOne();

            assertThat(letters.jobs()).singleElement().satisfies(found -> {
                assertThat(found.job().getBody()).isEqualTo(job.getBody());
                assertThat(found.job().getGeneration()).isOne();
                assertThat(Lineage.read(found.record().headers()).getFirst().edits())
                        .hasSize(2);
            });
        }
    }

    @Test
    void aWrongLineIsToldWithItsFileLineAndField() throws IOException {
        try (TestLetters letters = TestLetters.on(kafka.bootstrap())) {
            letters.die(2);
            Path file = export(
                    letters,
                    line -> line.replace("\"priority\":0", "\"priority\":\"high\"")
                            .replace("\"jobId\":\"job-1\",\"gen", "\"jobId\":\"job-9\",\"gen"));
            Files.writeString(file, Files.readString(file) + "\n{\"id\":\"jobs-0\"}\n");

            Import.Survey survey = survey(letters, file, options(false, false));

            assertThat(survey.bad()).isEqualTo(3);
            assertThat(survey.problems())
                    .extracting(Object::toString)
                    .anySatisfy(problem -> assertThat(problem)
                            .startsWith("letters.jsonl:1: ")
                            .endsWith("job.priority: \"high\" (expected: a whole number)"))
                    .anySatisfy(problem -> assertThat(problem)
                            .startsWith("letters.jsonl:2: ")
                            .contains("job.jobId: \"job-9\" (it cannot be changed; it was \"job-1\")"))
                    .anySatisfy(problem -> assertThat(problem)
                            .startsWith("letters.jsonl:4: ")
                            .contains("id: \"jobs-0\" (expected: such as jobs-3-1042)"));
        }
    }

    private static Map<LetterId, byte @Nullable []> malformed(TestLetters letters) {
        Map<LetterId, byte @Nullable []> written = new LinkedHashMap<>();
        byte[] large = new byte[2_000_000];
        Arrays.fill(large, (byte) 'x');
        Headers doubled = new RecordHeaders()
                .add("h", new byte[] {1})
                .add("h", new byte[0])
                .add("h", null);
        List<byte @Nullable []> values = new ArrayList<>();
        values.add(new byte[0]);
        values.add(null);
        values.add(new byte[] {-1, -1, -1, -1, -1, -1});
        values.add(new byte[] {0, 0, 0, 0x7f, -1, 1, 2});
        values.add(JobSamples.bytes("{\"messages\":[]}"));
        values.add(large);
        int partition = 0;
        for (byte[] value : values) {
            Headers headers = JobSamples.headers(told(letters), partition % 2 == 0 ? doubled : new RecordHeaders());
            byte[] key = partition % 3 == 0 ? null : new byte[] {(byte) 0xc3, 0x28};
            written.put(letters.die(Stage.JOBS, partition % TestLetters.PARTITIONS, key, value, headers), value);
            partition++;
        }
        return written;
    }

    private static DeadLetter told(TestLetters letters) {
        return DeadLetter.newBuilder(JobSamples.told(null))
                .setOriginalTopic(letters.topics().jobs("batch"))
                .build();
    }

    private static void assertSameRecords(
            List<ConsumerRecord<byte[], byte[]>> before, List<ConsumerRecord<byte[], byte[]>> after) {
        assertThat(after).hasSameSizeAs(before);
        for (int i = 0; i < before.size(); i++) {
            assertThat(after.get(i).partition()).isEqualTo(before.get(i).partition());
            assertThat(after.get(i).key()).isEqualTo(before.get(i).key());
            assertThat(after.get(i).value()).isEqualTo(before.get(i).value());
            Header[] headers = after.get(i).headers().toArray();
            assertThat(headers[headers.length - 1].key()).isEqualTo(HeaderNames.RESTORED);
            assertThat(Arrays.copyOf(headers, headers.length - 1))
                    .isEqualTo(before.get(i).headers().toArray());
        }
    }

    private Path export(TestLetters letters, UnaryOperator<String> change) throws IOException {
        List<String> lines = new ArrayList<>();
        try (ScannedLetters reader = new ScannedLetters(letters.clients());
                Contents contents = new Contents(letters.clients())) {
            reader.find(Selection.ALL, found -> {
                Content content = contents.of(found.letter());
                lines.add(change.apply(
                        ExportLine.write(found.letter(), content instanceof Content.OfJob(Job job) ? job : null)));
                return true;
            });
        }
        Path file = directory.resolve("letters.jsonl");
        Files.write(file, lines);
        return file;
    }

    private static Import.Options options(boolean raw, boolean restore) {
        return new Import.Options(new Signature("kim@laptop", "test"), false, raw, restore);
    }

    private static Import.Survey survey(TestLetters letters, Path file, Import.Options options) throws IOException {
        try (Replayer replayer = letters.replayer();
                Import input = new Import(replayer, file, options)) {
            return input.survey();
        }
    }

    private static Dealt write(TestLetters letters, Path file, Import.Options options) throws IOException {
        try (Replayer replayer = letters.replayer();
                Import input = new Import(replayer, file, options)) {
            return input.write(Handling.STANDARD, DealListener.NONE);
        }
    }
}
