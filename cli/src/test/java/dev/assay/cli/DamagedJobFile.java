package dev.assay.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.zip.GZIPOutputStream;

/**
 * One file of {@code damaged-job-files.jsonl} with what {@code assay submit} must say of it. The bytes are parts in
 * order: {@code text}, {@code hex}, or {@code repeat} so many {@code times}; {@code gzip} packs them, whole or damaged.
 *
 * @param name what is wrong with it
 * @param kind {@code file}, {@code directory} or {@code missing}
 * @param content how its bytes come about
 * @param arguments further arguments of the submit
 * @param told exit code and lines of standard error; see {@link DamagedJobFilesIT}
 */
record DamagedJobFile(String name, String kind, JsonNode content, List<String> arguments, Told told) {
    /**
     * What a call said.
     *
     * @param code exit code
     * @param lines standard error without what frames every refusal
     */
    record Told(int code, List<String> lines) {}

    static List<DamagedJobFile> all() throws IOException {
        List<DamagedJobFile> all = new ArrayList<>();
        JsonMapper mapper = new JsonMapper();
        for (String line : Files.readAllLines(Path.of("src/test/resources/damaged-job-files.jsonl"))) {
            JsonNode json = mapper.readTree(line);
            Told told = new Told(json.path("code").asInt(-1), texts(json.path("told")));
            all.add(new DamagedJobFile(
                    json.path("name").asText(),
                    json.path("kind").asText("file"),
                    json,
                    texts(json.path("args")),
                    told));
        }
        return all;
    }

    /** Makes the file; the one that is missing is not made. */
    Path in(Path directory) throws IOException {
        Path file = directory.resolve("jobs.jsonl");
        switch (kind) {
            case "directory" -> Files.createDirectory(file);
            case "missing" -> {}
            default -> Files.write(file, bytes(content));
        }
        return file;
    }

    private static byte[] bytes(JsonNode json) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (JsonNode part : json.path("parts")) {
            if (part.has("text")) {
                out.writeBytes(part.get("text").asText().getBytes(StandardCharsets.UTF_8));
            } else if (part.has("hex")) {
                out.writeBytes(HexFormat.of().parseHex(part.get("hex").asText()));
            } else {
                byte[] once = part.get("repeat").asText().getBytes(StandardCharsets.UTF_8);
                for (int i = 0; i < part.get("times").asInt(); i++) {
                    out.writeBytes(once);
                }
            }
        }
        return json.has("gzip") ? packed(out.toByteArray(), json.get("gzip").asText()) : out.toByteArray();
    }

    private static byte[] packed(byte[] content, String how) throws IOException {
        byte[] packed = gzip(content);
        switch (how) {
            case "whole" -> {
                return packed;
            }
            case "twice" -> {
                return gzip(packed);
            }
            case "cut" -> {
                return Arrays.copyOf(packed, packed.length / 2);
            }
            case "rubbish" -> {
                byte[] longer = Arrays.copyOf(packed, packed.length + 20);
                Arrays.fill(longer, packed.length, longer.length, (byte) 'x');
                return longer;
            }
            case "checksum" -> packed[packed.length - 8] ^= 1;
            case "block" -> Arrays.fill(packed, 10, 14, (byte) 0xFF);
            default -> throw new IllegalArgumentException("gzip: " + how);
        }
        return packed;
    }

    private static byte[] gzip(byte[] content) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
            gzip.write(content);
        }
        return out.toByteArray();
    }

    private static List<String> texts(JsonNode array) {
        List<String> texts = new ArrayList<>();
        array.forEach(text -> texts.add(text.asText()));
        return texts;
    }

    @Override
    public String toString() {
        return name;
    }
}
