package dev.assay.worker;

import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.IntSupplier;
import org.apache.kafka.clients.admin.Admin;

/** How many partitions a topic has, asked once; later ones are not needed, for no partition of a topic ever goes. */
final class PartitionCount implements IntSupplier {
    private static final long PATIENCE_SECONDS = 30;

    private final Admin admin;
    private final String topic;
    private volatile int known;

    PartitionCount(Admin admin, String topic) {
        this.admin = admin;
        this.topic = topic;
    }

    /**
     * @throws IllegalStateException when the cluster does not say
     */
    @Override
    public int getAsInt() {
        if (known == 0) {
            known = ask();
        }
        return known;
    }

    private int ask() {
        try {
            return admin.describeTopics(List.of(topic))
                    .topicNameValues()
                    .values()
                    .iterator()
                    .next()
                    .get(PATIENCE_SECONDS, TimeUnit.SECONDS)
                    .partitions()
                    .size();
        } catch (ExecutionException | TimeoutException e) {
            throw new IllegalStateException(topic + " cannot be described: " + e, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(topic + " was not described: interrupted", e);
        }
    }
}
