package dev.assay.cli;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.assay.runtime.KafkaClients;
import dev.assay.runtime.KafkaSettings;
import dev.assay.runtime.TopicAdmin;
import dev.assay.sandbox.broker.EmbeddedKafka;
import dev.assay.sandbox.broker.EmbeddedKafkaSettings;
import dev.assay.schemas.DeadLetter;
import dev.assay.schemas.DeadLetterMark;
import dev.assay.schemas.Disposition;
import dev.assay.schemas.FailureKind;
import dev.assay.schemas.Job;
import dev.assay.schemas.MarkAction;
import dev.assay.schemas.deadletter.Ancestor;
import dev.assay.schemas.deadletter.DeadLetterHeaders;
import dev.assay.schemas.deadletter.Lineage;
import dev.assay.schemas.topics.TopicCatalogue;
import dev.assay.schemas.topics.TopicSizes;
import dev.assay.schemas.topics.Topics;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Dead letters as people look at them: some good ones, and every damaged record that we could think of. */
class DlqReadIT {
    private static final Topics TOPICS = Topics.standard();
    private static final JsonMapper MAPPER = new JsonMapper();
    private static final int BARE_EVERY = 4;

    @TempDir
    static Path directory;

    private static Instant now = Instant.EPOCH;
    private static EmbeddedKafka broker;
    private static KafkaClients clients;
    /** Ids of the good ones by what they are called here. */
    private static final Map<String, String> ID = new LinkedHashMap<>();
    /** What was written, damaged as it may be, by id. */
    private static final Map<String, ProducerRecord<byte[], byte[]>> WRITTEN = new TreeMap<>();

    @BeforeAll
    static void writeThemAll() throws Exception {
        now = Instant.now().truncatedTo(ChronoUnit.SECONDS);
        broker = EmbeddedKafka.start(EmbeddedKafkaSettings.temporary());
        clients = new KafkaClients(KafkaSettings.of(broker.bootstrap()));
        try (Admin admin = clients.admin("test")) {
            TopicCatalogue catalogue = TopicCatalogue.of(TOPICS, List.of("batch"), new TopicSizes(1, 1, 1, 1, 2, 1));
            new TopicAdmin(admin).apply(catalogue, (short) 1);
        }
        try (KafkaProducer<byte[], byte[]> producer =
                        clients.producer("test", Map.of("max.request.size", TopicSizes.MAX_RECORD_BYTES));
                Serializer<SpecificRecord> serializer = clients.valueSerializer()) {
            Map<String, Future<RecordMetadata>> sent = new LinkedHashMap<>();
            sent.put("slow", producer.send(good(serializer, "slow", FailureKind.TIMEOUT, "acme", 30_000, 3)));
            sent.put("slower", producer.send(good(serializer, "slower", FailureKind.TIMEOUT, "beta", 20_000, 1)));
            sent.put("wrong", producer.send(good(serializer, "wrong", FailureKind.BAD_REQUEST, "acme", 10_000, 1)));
            sent.put("seen", producer.send(good(serializer, "seen", FailureKind.BAD_REQUEST, "acme", 9_000, 1)));
            sent.put(
                    "again", producer.send(again(good(serializer, "again", FailureKind.OVERLOADED, "acme", 8_000, 2))));
            for (Map.Entry<String, Future<RecordMetadata>> one : sent.entrySet()) {
                ID.put(one.getKey(), id(one.getValue().get()));
            }
            producer.send(mark(serializer, letter("seen"))).get();
            writeDamaged(producer, serializer);
        }
    }

    @AfterAll
    static void stop() {
        broker.close();
    }

    @Test
    void filtersCompose() throws IOException {
        assertThat(listed("--run", "good")).containsExactly("again", "wrong", "slower", "slow");
        assertThat(listed("--run", "good", "--oldest")).containsExactly("slow", "slower", "wrong", "again");
        assertThat(listed("--run", "good", "--kind", "timeout,overloaded", "--tenant", "acme"))
                .containsExactly("again", "slow");
        assertThat(listed("--run", "good", "--status", "discarded")).containsExactly("seen");
        assertThat(listed("--run", "good", "--status", "all", "--model", "openai/gpt-4o", "--disposition", "exhausted"))
                .containsExactly("again", "seen", "wrong", "slower", "slow");
        assertThat(listed("--run", "good", "--since", "21000s", "--until", "9500s"))
                .containsExactly("wrong", "slower");
        assertThat(listed("--where", "attempts>1", "--where", "message~SLOW")).containsExactly("slow");
        assertThat(listed("--where", "tags.suite=sums", "--where", "job.route=main", "--where", "body.n>=10000"))
                .containsExactly("wrong", "slower", "slow");
        assertThat(listed("--where", "jobId=again")).containsExactly("again");
        assertThat(listed(letter("seen"), letter("wrong"))).containsExactly("seen", "wrong");
        assertThat(listed("--run", "good", "--no-index")).containsExactly("again", "wrong", "slower", "slow");
    }

    @Test
    void aTableSaysWhatThereIsAndHowManyMore() {
        Call call = assay("list", "--run", "good", "--limit", "2");
        assertThat(call.code()).isZero();
        assertThat(call.out().lines())
                .hasSize(3)
                .first()
                .asString()
                .matches("ID +AGE +KIND +TENANT +MODEL +RUN/JOB +MESSAGE");
        assertThat(call.out()).contains(letter("again")).contains("OVERLOADED   acme    openai/gpt-4o  good/again");
        assertThat(call.err()).contains("2 earlier ones are not shown (--limit 0 shows all)");
        assertThat(assay("list", "--run", "nobody").err()).contains("no open dead letter of that sort");
    }

    @Test
    void countsBySort() throws IOException {
        JsonNode counts = json(assay("stats", "--run", "good", "--json"));
        assertThat(counts.path("count").asInt()).isEqualTo(4);
        assertThat(counts.path("byStatus").toString()).isEqualTo("{\"open\":4,\"discarded\":1}");
        assertThat(counts.path("byKind").toString()).isEqualTo("{\"BAD_REQUEST\":1,\"OVERLOADED\":1,\"TIMEOUT\":2}");
        assertThat(counts.path("byTenant").toString()).isEqualTo("{\"acme\":3,\"beta\":1}");
        JsonNode read = json(assay("stats", "--run", "good", "--where", "attempts>0", "--json"));
        assertThat(read.path("byKind")).isEqualTo(counts.path("byKind"));
        assertThat(read.path("byStatus")).isEqualTo(counts.path("byStatus"));

        Call people = assay("stats", "--run", "good", "--status", "all");
        assertThat(people.out())
                .startsWith("5 dead letters (4 open, 1 discarded in all)")
                .contains("TIMEOUT", "40.0 %", "under 6 hours");
    }

    @Test
    void ofOneLetterEverythingIsTold() throws IOException {
        Call call = assay("show", letter("again"));
        assertThat(call.code()).isZero();
        assertThat(call.out())
                .contains(letter("again") + "  OVERLOADED EXHAUSTED")
                .contains("why       the provider had no capacity for its model (2 calls)")
                .contains("job       good/again, place 0, generation 1")
                .contains("tenant acme, lane batch, route main, account EVAL")
                .contains("tags      suite=sums")
                .contains("\"role\" : \"user\"")
                .contains("attempts  1. openai/gpt-4o 503 OVERLOADED after 1.2 s")
                .contains("our servers \\u001b[31mare full")
                .contains("history   generation 0 died")
                .contains("sent again")
                .contains("ann@host: the provider is back")
                .contains("route: \"slow\" -> \"main\"")
                .contains("status    open")
                .contains("generation 2")
                .doesNotContain("\u001b");
        assertThat(assay("show", letter("seen")).out())
                .contains("status    discarded")
                .contains("by ann@host: known");
        JsonNode json = json(assay("show", letter("again"), "--json"));
        assertThat(json.path("body").path("n").asInt()).isEqualTo(8_000);
        assertThat(json.path("lineage").path(0).path("letter").asText()).isEqualTo("jobs-0-0");
    }

    @Test
    void everyDamagedLetterIsListedShownAndExportedByteForByte() throws Exception {
        List<String> listed = new ArrayList<>();
        for (String line : assay("list", "--status", "all", "--limit", "0", "--json")
                .out()
                .lines()
                .toList()) {
            JsonNode letter = MAPPER.readTree(line);
            if (WRITTEN.containsKey(letter.path("id").asText())) {
                listed.add(letter.path("id").asText());
            }
        }
        assertThat(listed).containsExactlyInAnyOrderElementsOf(WRITTEN.keySet()).hasSizeGreaterThan(60);
        assertThat(assay("list", "--damaged", "--limit", "0").out().lines())
                .hasSize(1 + (WRITTEN.size() + BARE_EVERY - 1) / BARE_EVERY)
                .anySatisfy(
                        line -> assertThat(line).contains("(damaged)").contains("header assay.error.kind: missing"));

        Path file = directory.resolve("letters.jsonl");
        Call export = assay("export", "--status", "all", "--output", file.toString());
        assertThat(export.code()).as(export.err()).isZero();
        assertThat(export.err()).contains("dead letters, ").contains("of them damaged, written to " + file);
        int exported = 0;
        for (String line : Files.readAllLines(file)) {
            JsonNode letter = MAPPER.readTree(line);
            ProducerRecord<byte[], byte[]> written =
                    WRITTEN.get(letter.path("id").asText());
            if (written != null) {
                assertThat(bytes(letter.path("key"))).isEqualTo(written.key());
                assertThat(bytes(letter.path("value"))).isEqualTo(written.value());
                assertThat(letter.path("headers")).hasSize(written.headers().toArray().length);
                exported++;
            }
        }
        assertThat(exported).isEqualTo(WRITTEN.size());

        List<Callable<Call>> calls = new ArrayList<>();
        WRITTEN.keySet().forEach(id -> calls.add(() -> assay("show", id)));
        try (ExecutorService threads = Executors.newFixedThreadPool(8)) {
            for (Future<Call> call : threads.invokeAll(calls)) {
                assertThat(call.get().code()).as(call.get().err()).isZero();
                assertThat(call.get().out()).contains("why  ").contains("replay  ");
            }
        }
    }

    @Test
    void whatCannotBeIsRefusedWithWhatCould() {
        assertThat(assay("show", "jobs-0-999999").code()).isEqualTo(8);
        Call id = assay("show", "jobs-x");
        assertThat(id.code()).isEqualTo(2);
        assertThat(id.err()).contains("'jobs-x' (expected: STAGE-PARTITION-OFFSET, such as jobs-3-1042)");
        assertThat(assay("list", "--where", "tries>3").err()).contains("no field tries (expected: kind, ");
        assertThat(assay("list", "--since", "soon").err()).contains("soon (expected: an age such as 2h or 3d, a day");
        assertThat(assay("list", "--kind", "late").err()).contains("--kind").contains("TIMEOUT");
        assertThat(assay("list", "--limit", "-1").code()).isEqualTo(2);
        assertThat(assay("export", "--json").code()).isEqualTo(2);
        assertThat(Call.of("dlq").code()).isEqualTo(2);
    }

    private static String letter(String name) {
        return requireNonNull(ID.get(name));
    }

    private static ProducerRecord<byte[], byte[]> good(
            Serializer<SpecificRecord> serializer,
            String name,
            FailureKind kind,
            String tenant,
            int secondsAgo,
            int attempts) {
        Job job = Job.newBuilder(DamagedRecord.goodJob("good", name))
                .setTenant(tenant)
                .setTags(Map.of("suite", "sums"))
                .setBody("{\"messages\":[{\"role\":\"user\",\"content\":\"q\"}],\"n\":" + secondsAgo + "}")
                .build();
        Headers headers = headers(kind, job, "the call was " + name, attempts, new RecordHeaders());
        return new ProducerRecord<>(
                TOPICS.deadLetterJobs(),
                0,
                now.minusSeconds(secondsAgo).toEpochMilli(),
                ("good/" + name).getBytes(StandardCharsets.UTF_8),
                serializer.serialize(TOPICS.deadLetterJobs(), job),
                headers);
    }

    private static Headers headers(
            FailureKind kind, @Nullable Job job, String message, int attempts, Headers original) {
        DeadLetter letter = DeadLetter.newBuilder()
                .setKind(kind)
                .setDisposition(job == null ? Disposition.UNDECODABLE : Disposition.EXHAUSTED)
                .setMessage(message)
                .setOriginalTopic(TOPICS.jobs("batch"))
                .setOriginalPartition(0)
                .setOriginalOffset(7)
                .setOriginalTimestamp(now)
                .setAttempts(attempts)
                .setDeliveries(1)
                .setGeneration(0)
                .setWorker("w1")
                .setRunId(job == null ? null : job.getRunId())
                .setJobId(job == null ? null : job.getJobId())
                .setTenant(job == null ? null : job.getTenant())
                .setModel(job == null ? null : "openai/gpt-4o")
                .setEvidence(
                        job == null
                                ? null
                                : "[{\"number\":1,\"provider\":\"openai\",\"model\":\"gpt-4o\",\"startedAt\":\"" + now
                                        + "\",\"durationMillis\":1200,\"status\":503,\"kind\":\"" + kind
                                        + "\",\"message\":\"full\",\"body\":\"our servers \\u001b[31mare full\"}]")
                .build();
        return DeadLetterHeaders.write(
                letter, original, new DeadLetterHeaders.Reader("workers", TimestampType.CREATE_TIME, null));
    }

    private static ProducerRecord<byte[], byte[]> again(ProducerRecord<byte[], byte[]> letter) {
        Ancestor life = new Ancestor(
                "jobs-0-0",
                0,
                "TIMEOUT",
                "EXHAUSTED",
                "no answer",
                "openai/gpt-4o",
                3,
                now.minusSeconds(900),
                "ann@host",
                now.minusSeconds(600),
                "the provider is back",
                List.of(new Ancestor.Edit("route", "\"slow\"", "\"main\"")));
        Lineage.write(List.of(life), letter.headers());
        return letter;
    }

    private static ProducerRecord<byte[], byte[]> mark(Serializer<SpecificRecord> serializer, String id) {
        DeadLetterMark mark = DeadLetterMark.newBuilder()
                .setLetter(id)
                .setAction(MarkAction.DISCARDED)
                .setBy("ann@host")
                .setAt(now)
                .setReason("known")
                .build();
        return new ProducerRecord<>(
                TOPICS.deadLetterMarks(),
                0,
                id.getBytes(StandardCharsets.UTF_8),
                serializer.serialize(TOPICS.deadLetterMarks(), mark));
    }

    /** Every damaged record of the table as a dead letter, some of them without a letter's headers. */
    private static void writeDamaged(KafkaProducer<byte[], byte[]> producer, Serializer<SpecificRecord> serializer)
            throws Exception {
        List<DamagedRecord> damaged = DamagedRecord.all().stream()
                .filter(record -> record.command().isEmpty())
                .toList();
        for (int i = 0; i < damaged.size(); i++) {
            ProducerRecord<byte[], byte[]> record = damaged.get(i).record(TOPICS, serializer, i);
            boolean isResult = record.topic().equals(TOPICS.results());
            ProducerRecord<byte[], byte[]> letter = new ProducerRecord<>(
                    isResult ? TOPICS.deadLetterResults() : TOPICS.deadLetterJobs(),
                    1,
                    record.key(),
                    record.value(),
                    i % BARE_EVERY == 0
                            ? bare(record.headers())
                            : headers(FailureKind.BAD_REQUEST, null, "no job", 0, record.headers()));
            WRITTEN.put(id(producer.send(letter).get()), letter);
        }
    }

    private static Headers bare(Headers headers) {
        return new RecordHeaders(headers.toArray());
    }

    private static String id(RecordMetadata where) {
        String stage = where.topic().equals(TOPICS.deadLetterResults()) ? "results" : "jobs";
        return stage + "-" + where.partition() + "-" + where.offset();
    }

    private static byte @Nullable [] bytes(JsonNode base64) {
        return base64.isNull() ? null : Base64.getDecoder().decode(base64.asText());
    }

    /** The names of the good letters that are listed. */
    private static List<String> listed(String... arguments) throws IOException {
        List<String> all = new ArrayList<>(List.of("list", "--json"));
        all.addAll(List.of(arguments));
        Call call = assay(all.toArray(String[]::new));
        assertThat(call.code()).as(call.err()).isZero();
        List<String> names = new ArrayList<>();
        for (String line : call.out().lines().toList()) {
            names.add(MAPPER.readTree(line).path("jobId").asText());
        }
        return names;
    }

    private static JsonNode json(Call call) throws IOException {
        assertThat(call.code()).as(call.err()).isZero();
        return MAPPER.readTree(call.out());
    }

    private static Call assay(String... arguments) {
        List<String> all = new ArrayList<>(List.of("dlq"));
        all.addAll(List.of(arguments));
        all.addAll(List.of("--bootstrap", broker.bootstrap()));
        all.addAll(List.of("--index", directory.resolve("index").toString()));
        return Call.of(all.toArray(String[]::new));
    }
}
