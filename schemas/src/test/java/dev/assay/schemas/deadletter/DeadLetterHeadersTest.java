package dev.assay.schemas.deadletter;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.assay.schemas.DeadLetter;
import dev.assay.schemas.Disposition;
import dev.assay.schemas.FailureKind;
import dev.assay.schemas.deadletter.DeadLetterHeaders.Reading;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.junit.jupiter.api.Test;

class DeadLetterHeadersTest {
    private static final DeadLetterHeaders.Reader WORKER =
            new DeadLetterHeaders.Reader("assay.workers.batch", TimestampType.CREATE_TIME, null);

    @Test
    void namesAndEncodingsAreAContract() {
        Headers headers = DeadLetterHeaders.write(letter(), new RecordHeaders(), WORKER);

        assertThat(lines(headers))
                .containsExactly(
                        "assay.error.kind = TIMEOUT",
                        "assay.error.disposition = EXHAUSTED",
                        "assay.error.message = no answer within 150 s",
                        "assay.original.topic = assay.jobs.batch",
                        "assay.original.partition = 63",
                        "assay.original.offset = 5000000000",
                        "assay.original.timestamp = 2026-03-01T12:34:56.789Z",
                        "assay.attempts = 3",
                        "assay.deliveries = 1",
                        "assay.generation = 0",
                        "assay.worker = worker-1",
                        "assay.runId = run-1",
                        "assay.jobId = job/ü-7",
                        "assay.tenant = team-a",
                        "assay.model = alpha/gpt-4o",
                        "assay.evidence = [{\"status\":504}]",
                        "kafka_dlt-original-topic = assay.jobs.batch",
                        "kafka_dlt-original-partition = 0x0000003f",
                        "kafka_dlt-original-offset = 0x000000012a05f200",
                        "kafka_dlt-original-timestamp = 0x0000019ca9650895",
                        "kafka_dlt-original-timestamp-type = CreateTime",
                        "kafka_dlt-original-consumer-group = assay.workers.batch",
                        "kafka_dlt-exception-fqcn = dev.assay.schemas.FailureKind.TIMEOUT",
                        "kafka_dlt-exception-message = no answer within 150 s");
    }

    @Test
    void whatIsWrittenIsRead() {
        assertThat(DeadLetterHeaders.read(DeadLetterHeaders.write(letter(), new RecordHeaders(), WORKER)))
                .isEqualTo(new Reading.Intact(letter()));

        DeadLetter bare = undecodable();
        assertThat(DeadLetterHeaders.read(DeadLetterHeaders.write(bare, new RecordHeaders(), WORKER)))
                .isEqualTo(new Reading.Intact(bare));
    }

    @Test
    void originalHeadersAreKeptAndThoseOfReservedNamesReplaced() {
        Headers original = new RecordHeaders()
                .add("traceparent", utf8("00-1"))
                .add("x", utf8("1"))
                .add("assay.error.kind", utf8("BAD_REQUEST"))
                .add("kafka_dlt-exception-stacktrace", utf8("of an earlier death"))
                .add("x", utf8("2"))
                .add("y", null)
                .add("assay.jobId", utf8("another"));

        Headers headers = DeadLetterHeaders.write(letter(), original, WORKER);

        assertThat(lines(headers))
                .startsWith("traceparent = 00-1", "x = 1", "x = 2", "y = null")
                .doesNotContain("assay.error.kind = BAD_REQUEST")
                .hasSize(4 + 24);
        assertThat(headers.headers("assay.error.kind")).hasSize(1);
        assertThat(headers.headers("assay.jobId")).hasSize(1);
        assertThat(headers.lastHeader("kafka_dlt-exception-stacktrace")).isNull();
    }

    @Test
    void headersTellWhoseJobItWasWhenItsBytesDoNot() {
        Headers original = new RecordHeaders()
                .add("assay.runId", utf8("run-1"))
                .add("assay.jobId", utf8("7"))
                .add("assay.tenant", utf8("team-a"))
                .add("assay.model", utf8("of an earlier death"));

        Reading reading = DeadLetterHeaders.read(DeadLetterHeaders.write(undecodable(), original, WORKER));

        assertThat(reading).isInstanceOfSatisfying(Reading.Intact.class, intact -> {
            assertThat(intact.letter().getRunId()).isEqualTo("run-1");
            assertThat(intact.letter().getJobId()).isEqualTo("7");
            assertThat(intact.letter().getTenant()).isEqualTo("team-a");
            assertThat(intact.letter().getModel()).isNull();
        });
    }

    @Test
    void anExceptionIsNamedByItsClass() {
        Headers headers = DeadLetterHeaders.write(
                undecodable(),
                new RecordHeaders(),
                new DeadLetterHeaders.Reader("g", TimestampType.LOG_APPEND_TIME, SerializationException.class));

        assertThat(lines(headers))
                .contains(
                        "kafka_dlt-exception-fqcn = org.apache.kafka.common.errors.SerializationException",
                        "kafka_dlt-original-timestamp-type = LogAppendTime");
    }

    @Test
    void everyDamageIsNamed() {
        Headers headers = DeadLetterHeaders.write(letter(), new RecordHeaders(), WORKER);
        headers.remove("assay.worker");
        replace(headers, "assay.original.offset", "12x");
        replace(headers, "assay.original.partition", "99999999999");
        replace(headers, "assay.original.timestamp", "yesterday");
        replace(headers, "assay.error.disposition", "gone away");

        assertThat(DeadLetterHeaders.read(headers))
                .isEqualTo(new Reading.Damaged(List.of(
                        "header assay.error.disposition: 'gone away' (expected: one of POISON, UNRECOVERABLE,"
                                + " EXHAUSTED, UNDECODABLE, UNCERTAIN)",
                        "header assay.original.partition: '99999999999' (expected: a whole number)",
                        "header assay.original.offset: '12x' (expected: a whole number)",
                        "header assay.original.timestamp: 'yesterday' (expected: an ISO-8601 time)",
                        "header assay.worker: missing")));
    }

    @Test
    void aKindFromALaterVersionIsReadAsUnknown() {
        Headers headers = DeadLetterHeaders.write(letter(), new RecordHeaders(), WORKER);
        replace(headers, "assay.error.kind", "SOLAR_FLARE");

        assertThat(DeadLetterHeaders.read(headers))
                .isInstanceOfSatisfying(
                        Reading.Intact.class,
                        intact -> assertThat(intact.letter().getKind()).isEqualTo(FailureKind.UNKNOWN));
    }

    @Test
    void aMessageIsCutBetweenCharacters() {
        String long1 = "x".repeat(1_998) + "🙂🙂";
        Headers headers = DeadLetterHeaders.write(
                DeadLetter.newBuilder(letter()).setMessage(long1).build(), new RecordHeaders(), WORKER);

        String cut = "x".repeat(1_998) + "…";
        assertThat(text(headers, "assay.error.message")).isEqualTo(cut);
        assertThat(text(headers, "kafka_dlt-exception-message")).isEqualTo(cut);
        assertThat(Bounds.message("x".repeat(2_000))).hasSize(2_000);
    }

    @Test
    void ofTooMuchEvidenceTheLatestIsKept() throws Exception {
        String attempts = IntStream.rangeClosed(1, 100)
                .mapToObj(i -> "{\"number\":" + i + ",\"answer\":\"" + "é".repeat(500) + "\"}")
                .collect(Collectors.joining(",", "[", "]"));

        String bounded = Bounds.evidence(attempts);

        JsonNode array = new JsonMapper().readTree(bounded);
        assertThat(bounded.getBytes(StandardCharsets.UTF_8).length).isBetween(31_000, Bounds.EVIDENCE_BYTES);
        assertThat(array.get(0).get("omitted").asInt()).isEqualTo(100 - (array.size() - 1));
        assertThat(array.get(array.size() - 1).get("number").asInt()).isEqualTo(100);
    }

    @Test
    void evidenceThatCannotBeShortenedIsCutAndStaysJson() throws Exception {
        for (String evidence : List.of("\u0001".repeat(40_000), "[\"" + "🙂".repeat(20_000) + "\"]")) {
            String bounded = Bounds.evidence(evidence);

            assertThat(bounded.getBytes(StandardCharsets.UTF_8).length).isLessThanOrEqualTo(Bounds.EVIDENCE_BYTES);
            assertThat(new JsonMapper().readTree(bounded).get(0).get("cut").asText())
                    .startsWith(evidence.substring(0, 4_990))
                    .endsWith("…");
        }
    }

    private static DeadLetter letter() {
        return DeadLetter.newBuilder()
                .setKind(FailureKind.TIMEOUT)
                .setDisposition(Disposition.EXHAUSTED)
                .setMessage("no answer within 150 s")
                .setOriginalTopic("assay.jobs.batch")
                .setOriginalPartition(63)
                .setOriginalOffset(5_000_000_000L)
                .setOriginalTimestamp(Instant.parse("2026-03-01T12:34:56.789Z"))
                .setAttempts(3)
                .setDeliveries(1)
                .setGeneration(0)
                .setWorker("worker-1")
                .setRunId("run-1")
                .setJobId("job/ü-7")
                .setTenant("team-a")
                .setModel("alpha/gpt-4o")
                .setEvidence("[{\"status\":504}]")
                .build();
    }

    private static DeadLetter undecodable() {
        return DeadLetter.newBuilder()
                .setKind(FailureKind.UNKNOWN)
                .setDisposition(Disposition.UNDECODABLE)
                .setMessage("no magic byte")
                .setOriginalTopic("assay.jobs.batch")
                .setOriginalPartition(0)
                .setOriginalOffset(0)
                .setOriginalTimestamp(Instant.EPOCH)
                .setAttempts(0)
                .setDeliveries(1)
                .setGeneration(0)
                .setWorker("worker-1")
                .build();
    }

    private static void replace(Headers headers, String name, String value) {
        headers.remove(name);
        headers.add(name, utf8(value));
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String text(Headers headers, String name) {
        return new String(Objects.requireNonNull(headers.lastHeader(name)).value(), StandardCharsets.UTF_8);
    }

    private static List<String> lines(Headers headers) {
        List<String> lines = new ArrayList<>();
        for (Header header : headers) {
            byte[] value = header.value();
            boolean isBinary = value != null && value.length > 0 && value[0] == 0;
            String shown = value == null
                    ? "null"
                    : isBinary ? "0x" + HexFormat.of().formatHex(value) : new String(value, StandardCharsets.UTF_8);
            lines.add(header.key() + " = " + shown);
        }
        return lines;
    }
}
