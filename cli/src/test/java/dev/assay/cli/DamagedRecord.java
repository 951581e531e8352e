package dev.assay.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.assay.schemas.Account;
import dev.assay.schemas.Expecting;
import dev.assay.schemas.FleetEntry;
import dev.assay.schemas.Job;
import dev.assay.schemas.Outcome;
import dev.assay.schemas.Result;
import dev.assay.schemas.RunCancel;
import dev.assay.schemas.RunEntry;
import dev.assay.schemas.RunManifest;
import dev.assay.schemas.SubmitChunk;
import dev.assay.schemas.topics.Topics;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificRecord;
import org.apache.avro.specific.SpecificRecordBase;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;

/**
 * One record of {@code damaged-records.jsonl}: where it goes ({@code to}), how its bytes come about, and what must be
 * told of it. Bytes are {@code hex}, {@code text}, a byte {@code repeat}ed so many {@code times}, or a good record
 * {@code of} a type with {@code field}s set, {@code cut} after so many bytes, or with bytes {@code set} or put in.
 *
 * @param name what is wrong with it
 * @param json the line of the table
 */
record DamagedRecord(String name, JsonNode json) {
    static final String RUN = "fuzz";

    static List<DamagedRecord> all() throws IOException {
        List<DamagedRecord> all = new ArrayList<>();
        JsonMapper mapper = new JsonMapper();
        for (String line : Files.readAllLines(Path.of("src/test/resources/damaged-records.jsonl"))) {
            JsonNode json = mapper.readTree(line);
            all.add(new DamagedRecord(json.path("name").asText(), json));
        }
        return all;
    }

    String told() {
        return json.path("told").asText();
    }

    /** The command that reads it; empty where a service does. */
    List<String> command() {
        List<String> words = new ArrayList<>();
        json.path("read").forEach(word -> words.add(word.asText()));
        return words;
    }

    /** @param number its place in the table, of which its ids are made */
    ProducerRecord<byte[], byte[]> record(Topics topics, Serializer<SpecificRecord> serializer, int number) {
        String topic = switch (json.path("to").asText()) {
            case "lane" -> topics.jobs("batch");
            case "results" -> topics.results();
            case "scores" -> topics.scores();
            default -> topics.runs();
        };
        String run = command().isEmpty() ? RUN : run(number);
        ProducerRecord<byte[], byte[]> record =
                new ProducerRecord<>(topic, key(run, number), value(serializer, topic, run, number));
        json.path("headers").forEach(header -> {
            String text = header.get(1).isNull() ? null : header.get(1).asText();
            byte[] bytes = text == null
                    ? null
                    : text.startsWith("HEX:") ? HexFormat.of().parseHex(text.substring(4)) : utf8(text);
            record.headers().add(header.get(0).asText(), bytes);
        });
        return record;
    }

    static String run(int number) {
        return "run-" + number;
    }

    static String job(int number) {
        return "case-" + number;
    }

    private byte @Nullable [] key(String run, int number) {
        if (json.has("noKey")) {
            return null;
        }
        if (json.has("keyHex")) {
            return HexFormat.of().parseHex(json.get("keyHex").asText());
        }
        if (json.has("keyRepeat")) {
            return utf8("k".repeat(json.get("keyRepeat").asInt()));
        }
        if (json.has("keyOf")) {
            return utf8(run + "/" + json.get("keyOf").asText());
        }
        return utf8(json.has("key") ? json.get("key").asText() : run + "/" + job(number));
    }

    private byte @Nullable [] value(Serializer<SpecificRecord> serializer, String topic, String run, int number) {
        if (json.has("null")) {
            return null;
        }
        if (json.has("hex")) {
            return HexFormat.of().parseHex(json.get("hex").asText());
        }
        if (json.has("text")) {
            return utf8(json.get("text").asText());
        }
        if (json.has("repeat")) {
            byte[] bytes = new byte[json.get("times").asInt()];
            Arrays.fill(bytes, HexFormat.of().parseHex(json.get("repeat").asText())[0]);
            return bytes;
        }
        return damaged(serializer.serialize(topic, changed(good(run, number))));
    }

    private byte[] damaged(byte[] good) {
        byte[] bytes = good;
        if (json.has("set")) {
            bytes[json.get("set").get(0).asInt()] =
                    (byte) json.get("set").get(1).asInt();
        }
        if (json.has("cut")) {
            bytes = Arrays.copyOf(bytes, json.get("cut").asInt());
        }
        if (json.has("cutFromEnd")) {
            bytes = Arrays.copyOf(bytes, bytes.length - json.get("cutFromEnd").asInt());
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(bytes);
        if (json.has("append")) {
            out.writeBytes(HexFormat.of().parseHex(json.get("append").asText()));
        }
        if (json.has("twice")) {
            out.writeBytes(bytes);
        }
        if (json.has("splice")) {
            int at = json.get("splice").get(0).asInt();
            out.reset();
            out.write(bytes, 0, at);
            out.writeBytes(HexFormat.of().parseHex(json.get("splice").get(1).asText()));
            out.write(bytes, at, bytes.length - at);
        }
        return out.toByteArray();
    }

    private SpecificRecordBase good(String run, int number) {
        if (json.has("manifestLane")) {
            String lane = json.get("manifestLane").asText();
            return new RunEntry(
                    run,
                    RunManifest.newBuilder(RunSamples.manifest(run))
                            .setLane(lane)
                            .build());
        }
        return switch (json.path("of").asText()) {
            case "Job" -> goodJob(run, job(number));
            case "Result" ->
                Result.newBuilder(RunSamples.result(run, 1))
                        .setJobId(job(number))
                        .build();
            case "Score" -> RunSamples.score(run, 1, Outcome.SCORED);
            case "RunEntry" -> new RunEntry(run, RunSamples.progress(run, 1, true));
            case "FleetEntry" -> new FleetEntry(new RunCancel("no-such-run", "test", "test", Instant.EPOCH));
            case "SubmitChunk" -> new SubmitChunk(run, 0, 0L, List.of(1L), ByteBuffer.allocate(8));
            default -> throw new IllegalArgumentException("of: " + json);
        };
    }

    static Job goodJob(String run, String job) {
        return Job.newBuilder()
                .setRunId(run)
                .setJobId(job)
                .setGeneration(0)
                .setOrdinal(0)
                .setTenant("acme")
                .setLane("batch")
                .setRoute("main")
                .setAccount(Account.EVAL)
                .setBody("{\"messages\":[{\"role\":\"user\",\"content\":\"q\"}]}")
                .setExpectation(Expecting.of(List.of()))
                .setEstimatedInputTokens(1)
                .setEnqueuedAt(Instant.now())
                .setDeadline(Instant.now().plusSeconds(3_600))
                .setTags(Map.of())
                .build();
    }

    private SpecificRecordBase changed(SpecificRecordBase record) {
        if (json.has("bodyDeep")) {
            int deep = json.get("bodyDeep").asInt();
            record.put(
                    record.getSchema().getField("body").pos(),
                    "{\"messages\":[],\"x\":" + "[".repeat(deep) + "]".repeat(deep) + "}");
        }
        json.path("field").properties().forEach(change -> {
            Schema.Field field = record.getSchema().getField(change.getKey());
            record.put(field.pos(), changed(record.get(field.pos()), change.getValue(), field.schema()));
        });
        return record;
    }

    private static @Nullable Object changed(@Nullable Object before, JsonNode value, Schema schema) {
        if (value.isNull()) {
            return null;
        }
        if (before instanceof Instant) {
            return Instant.parse(value.asText());
        }
        boolean isInt = schema.getType() == Schema.Type.INT
                || (schema.isUnion() && schema.getTypes().get(1).getType() == Schema.Type.INT);
        if (value.isNumber()) {
            return isInt ? (Object) value.asInt() : (Object) value.asLong();
        }
        return value.asText();
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public String toString() {
        return name;
    }
}
