package dev.assay.cli.drill;

import dev.assay.schemas.AccountUnblock;
import dev.assay.schemas.FleetEntry;
import dev.assay.schemas.RunCancel;
import dev.assay.schemas.topics.Keys;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutionException;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.Serializer;

/** What an operator says to the fleet. */
final class FleetWords {
    private static final String BY = "drill";

    private FleetWords() {}

    /** Cancels a run; returns when the fleet can know. */
    static void cancel(DrillStage stage, String run) throws InterruptedException {
        RunCancel cancel = RunCancel.newBuilder()
                .setRunId(run)
                .setBy(BY)
                .setReason("a drill")
                .setAt(stage.clock().now())
                .build();
        say(stage, Keys.cancel(run), FleetEntry.newBuilder().setEntry(cancel).build());
    }

    /** Says that an account may be used again; returns when the fleet can know. */
    static void unblock(DrillStage stage, String account) throws InterruptedException {
        AccountUnblock unblock = AccountUnblock.newBuilder()
                .setAccount(account)
                .setBy(BY)
                .setReason("a drill")
                .setAt(stage.clock().now())
                .build();
        say(
                stage,
                Keys.block(account),
                FleetEntry.newBuilder().setEntry(unblock).build());
    }

    private static void say(DrillStage stage, String key, FleetEntry entry) throws InterruptedException {
        String topic = stage.clients().settings().topics().fleet();
        try (KafkaProducer<byte[], byte[]> producer = stage.clients().producer("assay-drill-fleet");
                Serializer<SpecificRecord> serializer = stage.clients().valueSerializer()) {
            byte[] bytes = key.getBytes(StandardCharsets.UTF_8);
            producer.send(new ProducerRecord<>(topic, bytes, serializer.serialize(topic, entry)))
                    .get();
        } catch (ExecutionException e) {
            throw new RowTrouble("the fleet was not told: " + e.getCause());
        }
    }
}
