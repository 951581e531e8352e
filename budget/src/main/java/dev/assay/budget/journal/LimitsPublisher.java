package dev.assay.budget.journal;

import dev.assay.runtime.KafkaClients;
import dev.assay.schemas.BudgetLimits;
import dev.assay.schemas.FleetEntry;
import dev.assay.schemas.RouteBudgets;
import dev.assay.schemas.topics.Keys;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.serialization.Serializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells the fleet the limits that stand in a process's own settings, and which routes they are for. */
public final class LimitsPublisher {
    private static final Logger LOG = LoggerFactory.getLogger(LimitsPublisher.class);
    private static final long PATIENCE_SECONDS = 30;

    private LimitsPublisher() {}

    /**
     * Writes those that the fleet does not know yet, and waits until they are written. What a person has set stays, and
     * what is the same is not said again: each worker of a fleet says this at its start.
     *
     * @param known what stands on the fleet topic, read to its end
     * @throws KafkaException when they cannot be written
     */
    public static void publish(
            String name,
            KafkaClients clients,
            LimitsFollower known,
            List<BudgetLimits> own,
            List<RouteBudgets> routes) {
        Map<String, SpecificRecord> news = new LinkedHashMap<>();
        for (BudgetLimits each : own) {
            if (isNews(each, known)) {
                news.put(Keys.budgetLimits(each.getBudget()), each);
            }
        }
        for (RouteBudgets each : routes) {
            if (isNews(each, known)) {
                news.put(Keys.routeBudgets(each.getRoute()), each);
            }
        }
        if (!news.isEmpty()) {
            write(name, clients, news);
        }
    }

    private static void write(String name, KafkaClients clients, Map<String, SpecificRecord> news) {
        String topic = clients.settings().topics().fleet();
        try (KafkaProducer<byte[], byte[]> producer = clients.producer(name + "-limits");
                Serializer<SpecificRecord> serializer = clients.valueSerializer()) {
            for (Map.Entry<String, SpecificRecord> each : news.entrySet()) {
                byte[] key = each.getKey().getBytes(StandardCharsets.UTF_8);
                FleetEntry entry =
                        FleetEntry.newBuilder().setEntry(each.getValue()).build();
                producer.send(new ProducerRecord<>(topic, key, serializer.serialize(topic, entry)))
                        .get(PATIENCE_SECONDS, TimeUnit.SECONDS);
                LOG.atInfo().addKeyValue("key", each.getKey()).log("told the fleet what stands in the settings");
            }
        } catch (ExecutionException | TimeoutException e) {
            throw new KafkaException("limits of budgets cannot be written to " + topic, e);
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        }
    }

    private static boolean isNews(BudgetLimits own, LimitsFollower known) {
        return known.of(own.getBudget())
                .map(there -> !there.getIsSetByHand() && !there.getLimits().equals(own.getLimits()))
                .orElse(true);
    }

    private static boolean isNews(RouteBudgets own, LimitsFollower known) {
        return known.route(own.getRoute())
                .map(there -> !there.getCandidates().equals(own.getCandidates()))
                .orElse(true);
    }
}
