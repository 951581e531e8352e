package dev.assay.runtime;

import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.errors.InterruptException;

/** Waits for answers of the cluster; whatever goes wrong is a {@link KafkaException}, as from a blocking client. */
public final class Answers {
    public static final Duration PATIENCE = Duration.ofSeconds(30);

    private Answers() {}

    /** Waits for one, {@link #PATIENCE} at most. */
    public static <T> T await(KafkaFuture<T> future) {
        try {
            return future.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof KafkaException cause) {
                throw cause;
            }
            throw new KafkaException(e.getCause());
        } catch (TimeoutException e) {
            throw new org.apache.kafka.common.errors.TimeoutException(
                    "the cluster did not answer within " + PATIENCE.toSeconds() + " s", e);
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        }
    }
}
