package dev.assay.pipeline;

import dev.assay.sandbox.process.ChildProcess;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TransactionDescription;
import org.apache.kafka.clients.admin.TransactionState;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TransactionalIdNotFoundException;

/** Finds a writer's open transaction in a topic, and what it keeps readers from. */
final class OpenTransactions {
    /** How long a transaction is watched until it counts as left open. */
    static final Duration WATCHED = Duration.ofSeconds(2);

    private static final int TRIES = 2_000;

    private final Admin admin;
    private final String topic;

    OpenTransactions(Admin admin, String topic) {
        this.admin = admin;
        this.topic = topic;
    }

    /**
     * Freezes a process at a moment when its transaction is open and holds readers of the topic up: freezes it again and
     * again until it was such a moment.
     *
     * @return the partitions of the topic that the transaction has written to
     */
    List<TopicPartition> freezeWithin(ChildProcess process, String transactionalId) throws Exception {
        for (int i = 0; i < TRIES; i++) {
            process.pause();
            List<TopicPartition> open = open(transactionalId);
            if (!open.isEmpty() && staysUnreadable(open)) {
                return open;
            }
            process.resume();
        }
        throw new AssertionError(transactionalId + " was never found in a transaction");
    }

    /** Watches for a while, because a commit may have been on its way when the process froze, or with a busy broker. */
    private boolean staysUnreadable(List<TopicPartition> partitions) throws ExecutionException, InterruptedException {
        long start = System.nanoTime();
        while (System.nanoTime() - start < WATCHED.toNanos()) {
            if (isReadable(partitions)) {
                return false;
            }
        }
        return true;
    }

    /** Whether readers of committed records see these partitions to their ends. */
    boolean isReadable(List<TopicPartition> partitions) throws ExecutionException, InterruptedException {
        Map<TopicPartition, Long> committed = ends(partitions, IsolationLevel.READ_COMMITTED);
        return ends(partitions, IsolationLevel.READ_UNCOMMITTED).entrySet().stream()
                .allMatch(end -> committed.getOrDefault(end.getKey(), 0L) >= end.getValue());
    }

    private List<TopicPartition> open(String transactionalId) throws ExecutionException, InterruptedException {
        try {
            TransactionDescription found = admin.describeTransactions(List.of(transactionalId))
                    .description(transactionalId)
                    .get();
            return found.state() == TransactionState.ONGOING
                    ? found.topicPartitions().stream()
                            .filter(partition -> partition.topic().equals(topic))
                            .toList()
                    : List.of();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof TransactionalIdNotFoundException) {
                return List.of();
            }
            throw e;
        }
    }

    private Map<TopicPartition, Long> ends(List<TopicPartition> partitions, IsolationLevel level)
            throws ExecutionException, InterruptedException {
        Map<TopicPartition, OffsetSpec> latest =
                partitions.stream().collect(Collectors.toMap(Function.identity(), name -> OffsetSpec.latest()));
        return admin.listOffsets(latest, new ListOffsetsOptions(level)).all().get().entrySet().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey, end -> end.getValue().offset()));
    }
}
