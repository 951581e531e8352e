package dev.assay.deadletters;

import dev.assay.runtime.KafkaClients;
import dev.assay.schemas.DeadLetter;
import dev.assay.schemas.Job;
import dev.assay.schemas.Result;
import dev.assay.schemas.serde.RegistryUnavailableException;
import dev.assay.schemas.topics.Topics;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.serialization.Deserializer;

/** Reads what dead letters hold; whatever the bytes are, there is an answer. Used by one thread. */
public final class Contents implements AutoCloseable {
    private final Topics topics;
    private final Deserializer<SpecificRecord> deserializer;

    public Contents(KafkaClients clients) {
        topics = clients.settings().topics();
        deserializer = clients.valueDeserializer();
    }

    /** @throws RegistryUnavailableException when the schemas cannot be asked for; the bytes may be fine */
    public Content of(Letter letter) {
        byte[] value = letter.value();
        if (value == null) {
            return new Content.Unreadable("the record has no value");
        }
        String topic = letter.told()
                .map(DeadLetter::getOriginalTopic)
                .orElse(letter.id().stage().topic(topics));
        try {
            return switch (deserializer.deserialize(topic, letter.headers(), value)) {
                case Job job -> new Content.OfJob(job);
                case Result result -> new Content.OfResult(result);
                case SpecificRecord other ->
                    new Content.Unreadable(
                            "the record is a " + other.getSchema().getName());
            };
        } catch (RegistryUnavailableException e) {
            throw e;
        } catch (RuntimeException e) {
            // Foreign deserializers throw what they like at bytes that they do not know.
            return new Content.Unreadable(String.valueOf(e.getMessage()));
        }
    }

    @Override
    public void close() {
        deserializer.close();
    }
}
