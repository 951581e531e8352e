package dev.assay.benchmarks;

import dev.assay.budget.journal.LedgerPartitions;
import dev.assay.runtime.KafkaClients;
import dev.assay.schemas.topics.Topics;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.MemberDescription;
import org.apache.kafka.common.TopicPartition;

/** Who keeps a budget now, by the members of the ledger's group. */
final class LedgerOwner {
    private LedgerOwner() {}

    /** Where budgets lie. */
    static int partitionOf(String budget, int partitions) {
        return new LedgerPartitions(partitions).of(budget);
    }

    /**
     * Number of the worker that keeps a budget; empty while nobody does.
     *
     * @param partitions of each topic of the ledger
     */
    static Optional<Integer> find(KafkaClients clients, String budget, int partitions) throws InterruptedException {
        Topics topics = clients.settings().topics();
        TopicPartition place = new TopicPartition(topics.ledgerRequests(), partitionOf(budget, partitions));
        try (Admin admin = clients.admin("assay-bench-owner")) {
            return admin.describeConsumerGroups(List.of(topics.ledgerGroup())).all().get().values().stream()
                    .flatMap(group -> group.members().stream())
                    .filter(member -> member.assignment().topicPartitions().contains(place))
                    .map(MemberDescription::clientId)
                    .map(LedgerOwner::workerNumber)
                    .flatMap(Optional::stream)
                    .findFirst();
        } catch (ExecutionException e) {
            return Optional.empty();
        }
    }

    /** The number in {@code worker-2-0a1b2c3d-...}. */
    private static Optional<Integer> workerNumber(String client) {
        String[] words = client.split("-", -1);
        return words.length > 1 && words[0].equals("worker") && words[1].matches("\\d{1,3}")
                ? Optional.of(Integer.parseInt(words[1]))
                : Optional.empty();
    }
}
