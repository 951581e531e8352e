package dev.assay.worker.intake;

import java.util.List;
import org.apache.kafka.clients.producer.ProducerRecord;

/** The records that settle one job: its result, and its dead letter where it becomes one. */
@FunctionalInterface
public interface Output {
    /**
     * Makes them. It may be asked again, as long as they are not committed, and then with a smaller fit where the
     * cluster refused one of them as too large.
     */
    List<ProducerRecord<byte[], byte[]>> records(Fit fit);
}
