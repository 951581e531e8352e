package dev.assay.worker.intake;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deletes what lies below the low-water marks of the lanes: their topics keep records for ever, so that nothing
 * unworked expires, and somebody has to delete what is worked. Failing to is no trouble but disk space.
 */
public final class Trimmer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Trimmer.class);
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final Admin admin;
    private final List<Intake> intakes;
    private final Duration interval;
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Map<TopicPartition, Long> trimmed = new HashMap<>();
    private final Thread thread;

    private Trimmer(Admin admin, List<Intake> intakes, Duration interval) {
        this.admin = admin;
        this.intakes = List.copyOf(intakes);
        this.interval = interval;
        this.thread = Thread.ofVirtual().name("trimmer").unstarted(this::run);
    }

    /**
     * Starts it.
     *
     * @param interval from one trimming to the next
     */
    public static Trimmer start(Admin admin, List<Intake> intakes, Duration interval) {
        Trimmer trimmer = new Trimmer(admin, intakes, interval);
        trimmer.thread.start();
        return trimmer;
    }

    @Override
    public void close() {
        closed.countDown();
        thread.interrupt();
    }

    private void run() {
        try {
            while (!closed.await(interval.toMillis(), TimeUnit.MILLISECONDS)) {
                trim();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void trim() throws InterruptedException {
        Map<TopicPartition, RecordsToDelete> delete = new HashMap<>();
        Map<TopicPartition, Long> marks = new HashMap<>();
        for (Intake intake : intakes) {
            intake.lowWaters().forEach((partition, lowWater) -> {
                if (lowWater > trimmed.getOrDefault(partition, 0L)) {
                    delete.put(partition, RecordsToDelete.beforeOffset(lowWater));
                    marks.put(partition, lowWater);
                }
            });
        }
        if (delete.isEmpty()) {
            return;
        }
        try {
            admin.deleteRecords(delete).all().get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
            trimmed.putAll(marks);
        } catch (ExecutionException | TimeoutException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            LOG.atWarn()
                    .addKeyValue("error", cause.toString())
                    .log("worked jobs cannot be deleted from their lanes now; they take disk space until they can");
        }
    }
}
