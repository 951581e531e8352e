package dev.assay.schemas.serde;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.schemas.golden.Samples;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.specific.SpecificDatumReader;
import org.apache.avro.specific.SpecificDatumWriter;
import org.apache.avro.specific.SpecificRecordBase;

/**
 * The committed bytes of {@link Samples}, one directory a version of the contract: {@code Record.hex} or
 * {@code Record.branch.hex} is the Avro binary and {@code Record.avsc} the schema it was written by (without docs, which
 * are free to change).
 *
 * <p>To add a version: add to {@link Samples} what is new, leave the values of the fields that were there, and run
 * {@code mvn -pl schemas test -Dtest=GoldenBytesTest -Dgolden.write=vN}. A version that was released is never
 * written again.
 */
final class GoldenFiles {
    static final String WRITE_PROPERTY = "golden.write";

    private static final Path ROOT = Path.of("src/test/resources/golden");
    private static final JsonMapper MAPPER = new JsonMapper();

    private GoldenFiles() {}

    /** One record of one version. */
    record Golden(String version, String name, Schema schema, String hex) {
        byte[] bytes() {
            return HexFormat.of().parseHex(hex);
        }

        @Override
        public String toString() {
            return version + "/" + name;
        }
    }

    /** The versions' names, oldest first. */
    static List<String> versions() throws IOException {
        try (Stream<Path> directories = Files.list(ROOT)) {
            return directories
                    .map(directory -> directory.getFileName().toString())
                    .sorted(Comparator.comparingInt(version -> Integer.parseInt(version.substring(1))))
                    .toList();
        }
    }

    /** The records of a version, by name. */
    static Map<String, Golden> of(String version) throws IOException {
        Map<String, Golden> records = new TreeMap<>();
        List<Path> files;
        try (Stream<Path> found = Files.list(ROOT.resolve(version))) {
            files = found.filter(file -> file.toString().endsWith(".hex")).toList();
        }
        for (Path file : files) {
            String name = file.getFileName().toString().replaceFirst("\\.hex$", "");
            Schema schema = new Schema.Parser().parse(Files.readString(file.resolveSibling(schemaFile(name))));
            records.put(
                    name,
                    new Golden(version, name, schema, Files.readString(file).replace("\n", "")));
        }
        return records;
    }

    private static String schemaFile(String name) {
        return name.replaceFirst("\\..*", "") + ".avsc";
    }

    static List<Golden> all() throws IOException {
        List<Golden> all = new ArrayList<>();
        for (String version : versions()) {
            all.addAll(of(version).values());
        }
        return all;
    }

    static void write(String version) throws IOException {
        Path directory = Files.createDirectories(ROOT.resolve(version));
        for (Map.Entry<String, SpecificRecordBase> sample : Samples.all().entrySet()) {
            Schema schema = withoutDocs(sample.getValue().getSchema());
            JsonNode json = MAPPER.readTree(schema.toString());
            String pretty = MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(json);
            Files.writeString(directory.resolve(schemaFile(sample.getKey())), pretty + "\n");
            String hex = HexFormat.of().formatHex(encode(sample.getValue()));
            Files.writeString(directory.resolve(sample.getKey() + ".hex"), hex.replaceAll("(.{1,96})", "$1\n"));
        }
    }

    /** The schema as it is registered, but for its docs. */
    static Schema withoutDocs(Schema schema) {
        try {
            return new Schema.Parser()
                    .parse(withoutDocs(MAPPER.readTree(SchemaText.of(schema))).toString());
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static JsonNode withoutDocs(JsonNode node) {
        if (node instanceof ArrayNode array) {
            array.forEach(GoldenFiles::withoutDocs);
        }
        if (node instanceof ObjectNode object && object.has("type")) {
            object.remove("doc");
            object.forEach(GoldenFiles::withoutDocs);
        }
        return node;
    }

    static byte[] encode(SpecificRecordBase record) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        BinaryEncoder encoder = EncoderFactory.get().binaryEncoder(out, null);
        new SpecificDatumWriter<SpecificRecordBase>(record.getSchema(), record.getSpecificData())
                .write(record, encoder);
        encoder.flush();
        return out.toByteArray();
    }

    /** Bytes of one schema as today's class. */
    static SpecificRecordBase decode(byte[] bytes, Schema writer, SpecificRecordBase today) throws IOException {
        return new SpecificDatumReader<SpecificRecordBase>(writer, today.getSchema(), today.getSpecificData())
                .read(null, DecoderFactory.get().binaryDecoder(bytes, null));
    }

    /** What a record would have been written as by another version, which knows fewer fields. */
    static byte[] encodeAs(Schema other, SpecificRecordBase record) throws IOException {
        GenericRecord known = new GenericDatumReader<GenericRecord>(record.getSchema(), other)
                .read(null, DecoderFactory.get().binaryDecoder(encode(record), null));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        BinaryEncoder encoder = EncoderFactory.get().binaryEncoder(out, null);
        new GenericDatumWriter<GenericRecord>(other).write(known, encoder);
        encoder.flush();
        return out.toByteArray();
    }
}
