package dev.assay.worker;

import dev.assay.schemas.Parking;
import dev.assay.schemas.topics.HeaderNames;
import dev.assay.worker.intake.Delivery;
import java.util.Optional;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.Deserializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads what a job went through before it was parked, from the header of its record. */
final class Journeys {
    private static final Logger LOG = LoggerFactory.getLogger(Journeys.class);

    private final SerdePool<Deserializer<SpecificRecord>> deserializers;

    Journeys(SerdePool<Deserializer<SpecificRecord>> deserializers) {
        this.deserializers = deserializers;
    }

    /**
     * The last parking of a job; empty when it was never parked. A header that cannot be read counts as none: the job
     * goes on as a fresh one, rather than being lost for the evidence.
     *
     * @throws RetriableException when the registry cannot be asked, so that nothing is known of the header
     */
    Optional<Parking> of(Delivery delivery) {
        return read(delivery, false);
    }

    /** Makes sure that {@link #of} can be answered, and says in the log when a header cannot be read. */
    void look(Delivery delivery) {
        Optional<Parking> unused = read(delivery, true);
    }

    private Optional<Parking> read(Delivery delivery, boolean isTold) {
        Header header = delivery.isParked() ? delivery.record().headers().lastHeader(HeaderNames.PARKED) : null;
        if (header == null || header.value() == null) {
            return Optional.empty();
        }
        try {
            SpecificRecord record = deserializers.use(
                    deserializer -> deserializer.deserialize(delivery.record().topic(), header.value()));
            if (record instanceof Parking parking) {
                return Optional.of(parking);
            }
            warn(
                    isTold,
                    delivery,
                    "it is a " + (record == null ? "null" : record.getSchema().getName()));
        } catch (RuntimeException e) {
            if (JobReader.isOutOfReach(e)) {
                throw e;
            }
            warn(isTold, delivery, String.valueOf(e.getMessage()));
        }
        return Optional.empty();
    }

    /** How often a job was handed to a worker, this delivery and those before it was parked included. */
    int deliveries(Delivery delivery) {
        return delivery.deliveries() + of(delivery).map(Parking::getDeliveries).orElse(0);
    }

    private static void warn(boolean isTold, Delivery delivery, String why) {
        if (!isTold) {
            return;
        }
        LOG.atWarn()
                .addKeyValue("topic", delivery.record().topic())
                .addKeyValue("partition", delivery.record().partition())
                .addKeyValue("offset", delivery.record().offset())
                .addKeyValue("error", why)
                .log("header " + HeaderNames.PARKED + " cannot be read: the job goes on as if it had not been parked");
    }
}
