package dev.assay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.assay.runtime.KafkaClients;
import dev.assay.runtime.KafkaSettings;
import dev.assay.runtime.TopicAdmin;
import dev.assay.sandbox.broker.EmbeddedKafka;
import dev.assay.sandbox.broker.EmbeddedKafkaSettings;
import dev.assay.schemas.DeadLetter;
import dev.assay.schemas.Disposition;
import dev.assay.schemas.FailureKind;
import dev.assay.schemas.Job;
import dev.assay.schemas.deadletter.DeadLetterHeaders;
import dev.assay.schemas.topics.TopicCatalogue;
import dev.assay.schemas.topics.TopicSizes;
import dev.assay.schemas.topics.Topics;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.common.serialization.Serializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Dead letters as people and scripts deal with them. */
class DlqDealIT {
    private static final Topics TOPICS = Topics.standard();
    private static final JsonMapper MAPPER = new JsonMapper();
    private static final Instant TIME = Instant.parse("2026-11-30T12:00:00Z");

    private static EmbeddedKafka broker;
    private static KafkaClients clients;

    @TempDir
    Path directory;

    @BeforeAll
    static void start() {
        broker = EmbeddedKafka.start(EmbeddedKafkaSettings.temporary());
        clients = new KafkaClients(KafkaSettings.of(broker.bootstrap()));
        try (Admin admin = clients.admin("test")) {
            new TopicAdmin(admin)
                    .apply(TopicCatalogue.of(TOPICS, List.of("batch"), new TopicSizes(1, 1, 1, 1, 1, 1)), (short) 1);
        }
    }

    @AfterAll
    static void stop() {
        broker.close();
    }

    @Test
    void aReplayIsOutlinedConfirmedAndDoneOnce() throws Exception {
        die("once", 3, 0);
        String[] replay = {"replay", "--run", "once", "--reason", "it is back"};

        JsonNode outline = json(assay(replay, "--dry-run", "--json"));
        assertThat(outline.path("dryRun").asBoolean()).isTrue();
        assertThat(outline.path("sent").asInt()).isEqualTo(3);
        assertThat(outline.at("/topics/assay.jobs.batch/letters").asInt()).isEqualTo(3);
        assertThat(outline.path("tokens").asInt()).isPositive();
        Call unasked = assay(replay);
        assertThat(unasked.code()).isEqualTo(2);
        assertThat(unasked.err()).contains("would send 3 dead letters").contains("give --yes");

        Call done = assay(replay, "--yes", "--set", "tags.again=yes");
        assertThat(done.code()).as(done.err()).isZero();
        assertThat(done.out()).isEqualTo("3 dead letters sent\n");
        assertThat(json(assay(replay, "--yes", "--json")).path("sent").asInt()).isZero();
        Call named = assay(new String[] {"replay", "--reason", "once more", "--yes"}, id("once"));
        assertThat(named.code()).isZero();
        assertThat(named.out()).contains("0 dead letters sent", "1 dealt with before, and passed over");
        assertThat(assay(new String[] {"list", "--run", "once"}, "--status", "replayed")
                        .out()
                        .lines())
                .hasSize(4);
        assertThat(assay(new String[] {"show", id("once")}).out())
                .contains("it is back", "would send nothing: it is replayed already");
    }

    @Test
    void whatIsRefusedIsToldAndTheOthersAreSent() throws Exception {
        die("often", 2, 3);
        die("often", 1, 0);

        Call call = assay(new String[] {"replay", "--run", "often", "--reason", "again", "--yes"});

        assertThat(call.code()).isEqualTo(1);
        assertThat(call.out())
                .contains("1 dead letter sent")
                .contains("2 refused: sent again three times already (--force sends them all the same)")
                .contains(": it would be generation 4");
        assertThat(assay(new String[] {"replay", "--run", "often", "--reason", "again", "--yes"}, "--force")
                        .code())
                .isZero();
    }

    @Test
    void aDiscardSaysWhoAndWhyAndIsNotOpenAnyMore() throws Exception {
        die("aside", 2, 0);

        Call call = assay(new String[] {"discard", "--run", "aside", "--reason", "a test run", "--yes"});

        assertThat(call.code()).as(call.err()).isZero();
        assertThat(call.out()).isEqualTo("2 dead letters discarded\n");
        assertThat(assay(new String[] {"list", "--run", "aside"}).err()).contains("no open dead letter");
        JsonNode letter =
                MAPPER.readTree(assay(new String[] {"list", "--run", "aside", "--status", "discarded", "--json"})
                        .out()
                        .lines()
                        .findFirst()
                        .orElseThrow());
        assertThat(letter.at("/mark/reason").asText()).isEqualTo("a test run");
        assertThat(letter.at("/mark/by").asText()).isNotEmpty();
    }

    @Test
    void anExportIsMendedAndImported() throws Exception {
        die("mend", 2, 0);
        Path file = directory.resolve("mend.jsonl");
        assertThat(assay(new String[] {"export", "--run", "mend", "--output", file.toString()})
                        .code())
                .isZero();
        Files.writeString(file, Files.readString(file).replace("\"temperature\":3.00", "\"temperature\":1.00"));

        Call outline = assay(new String[] {"import", file.toString(), "--dry-run"});
        assertThat(outline.code()).as(outline.err()).isZero();
        assertThat(outline.out()).contains("would send 2 dead letters");
        Call done = assay(new String[] {"import", file.toString(), "--reason", "was 3", "--yes"});
        assertThat(done.code()).as(done.err()).isZero();
        assertThat(done.out()).contains("2 dead letters sent");
        assertThat(assay(new String[] {"import", file.toString(), "--yes"}).out())
                .contains("0 dead letters sent");

        Files.writeString(
                file, Files.readString(file).replace("\"tenant\":\"acme\",\"lane", "\"tenant\":\"beta\",\"lane"));
        Call wrong = assay(new String[] {"import", file.toString(), "--yes"});
        assertThat(wrong.code()).isEqualTo(3);
        assertThat(wrong.err())
                .contains("nothing was sent")
                .contains("mend.jsonl:1: job.tenant: \"beta\" (it cannot be changed; it was \"acme\")");
        assertThat(assay(new String[] {"import", "nowhere.jsonl"}).code()).isEqualTo(3);
    }

    @Test
    void wrongOptionsSayWhatIsWrong() {
        assertThat(assay(new String[] {"replay", "--yes"}).err()).contains("--reason");
        Call set = assay(new String[] {"replay", "--reason", "x", "--set", "runId=other"});
        assertThat(set.code()).isEqualTo(2);
        assertThat(set.err()).contains("--set runId: cannot be changed (expected: route, lane, ");
        assertThat(assay(new String[] {"replay", "--reason", "x", "--rate", "0"})
                        .err())
                .contains("--rate: 0.0 (expected: 0.1 to 1000000 a second)");
        assertThat(assay(new String[] {"discard", "--reason", " ", "--yes"}).code())
                .isEqualTo(2);
    }

    private static void die(String run, int jobs, int generation) throws Exception {
        try (KafkaProducer<byte[], byte[]> producer = clients.producer("test");
                Serializer<SpecificRecord> serializer = clients.valueSerializer()) {
            for (int i = 0; i < jobs; i++) {
                Job job = Job.newBuilder(DamagedRecord.goodJob(run, "job-" + generation + "-" + i))
                        .setTenant("acme")
                        .setGeneration(generation)
                        .setBody("{\"messages\":[{\"role\":\"user\",\"content\":\"q\"}],\"temperature\":3.00}")
                        .setEstimatedInputTokens(8)
                        .build();
                producer.send(new ProducerRecord<>(
                                TOPICS.deadLetterJobs(),
                                0,
                                (run + "/" + job.getJobId()).getBytes(StandardCharsets.UTF_8),
                                serializer.serialize(TOPICS.deadLetterJobs(), job),
                                headers(job)))
                        .get();
            }
        }
    }

    private static Headers headers(Job job) {
        DeadLetter letter = DeadLetter.newBuilder()
                .setKind(FailureKind.BAD_REQUEST)
                .setDisposition(Disposition.UNRECOVERABLE)
                .setMessage("temperature must be at most 2")
                .setOriginalTopic(TOPICS.jobs("batch"))
                .setOriginalPartition(0)
                .setOriginalOffset(7)
                .setOriginalTimestamp(TIME)
                .setAttempts(1)
                .setDeliveries(1)
                .setGeneration(job.getGeneration())
                .setWorker("w1")
                .setRunId(job.getRunId())
                .setJobId(job.getJobId())
                .setTenant(job.getTenant())
                .setModel("openai/gpt-4o")
                .build();
        return DeadLetterHeaders.write(
                letter, new RecordHeaders(), new DeadLetterHeaders.Reader("workers", TimestampType.CREATE_TIME, null));
    }

    /** The id of the first letter of a run. */
    private static String id(String run) throws IOException {
        String line = assay(new String[] {"list", "--run", run, "--status", "all", "--oldest", "--json"})
                .out()
                .lines()
                .findFirst()
                .orElseThrow();
        return MAPPER.readTree(line).path("id").asText();
    }

    private static JsonNode json(Call call) throws IOException {
        assertThat(call.code()).as(call.err()).isZero();
        return MAPPER.readTree(call.out());
    }

    private static Call assay(String[] command, String... more) {
        List<String> args = new ArrayList<>(List.of("--bootstrap", broker.bootstrap(), "dlq"));
        args.addAll(Arrays.asList(command));
        args.addAll(Arrays.asList(more));
        return Call.of(args.toArray(String[]::new));
    }
}
