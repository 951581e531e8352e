package dev.assay.benchmarks.micro;

import dev.assay.runtime.KafkaClients;
import dev.assay.runtime.KafkaSettings;
import dev.assay.schemas.Result;
import dev.assay.schemas.ScorerNames;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import org.apache.avro.io.BinaryDecoder;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificDatumReader;
import org.apache.avro.specific.SpecificDatumWriter;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serializer;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** Records to bytes and back by Assay's serde pair, beside plain Avro without schema ids and registry. */
@State(Scope.Benchmark)
public class SerdeMicro {
    /** System property with the cluster that holds the schemas. */
    public static final String BOOTSTRAP = "assay.bench.bootstrap";

    private static final String TOPIC = "assay.results";

    @Param({"Job", "Result"})
    public String record = "";

    private SpecificRecord value = new Result();
    private Serializer<SpecificRecord> serializer = (topic, data) -> new byte[0];
    private Deserializer<SpecificRecord> deserializer = (topic, data) -> new Result();
    private SpecificDatumWriter<SpecificRecord> writer = new SpecificDatumWriter<>();
    private SpecificDatumReader<SpecificRecord> reader = new SpecificDatumReader<>();
    private byte[] assayBytes = {};
    private byte[] avroBytes = {};

    @Setup
    public void make() throws IOException {
        value = record.equals("Job") ? Samples.job() : Samples.result(ScorerNames.NUMERIC);
        KafkaClients clients = new KafkaClients(KafkaSettings.of(System.getProperty(BOOTSTRAP, "")));
        serializer = clients.valueSerializer();
        deserializer = clients.valueDeserializer();
        SpecificData model = SpecificData.getForClass(value.getClass());
        writer = new SpecificDatumWriter<>(value.getSchema(), model);
        reader = new SpecificDatumReader<>(value.getSchema(), value.getSchema(), model);
        assayBytes = assayWrite();
        avroBytes = avroWrite();
    }

    @TearDown
    public void close() {
        serializer.close();
        deserializer.close();
    }

    @Benchmark
    public byte[] assayWrite() {
        return serializer.serialize(TOPIC, value);
    }

    @Benchmark
    public SpecificRecord assayRead() {
        return deserializer.deserialize(TOPIC, assayBytes);
    }

    @Benchmark
    public byte[] avroWrite() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(1024);
        BinaryEncoder encoder = EncoderFactory.get().directBinaryEncoder(bytes, null);
        writer.write(value, encoder);
        encoder.flush();
        return bytes.toByteArray();
    }

    @Benchmark
    public SpecificRecord avroRead() throws IOException {
        BinaryDecoder decoder = DecoderFactory.get().binaryDecoder(avroBytes, null);
        return reader.read(null, decoder);
    }
}
