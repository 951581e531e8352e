package dev.assay.producer;

import dev.assay.budget.TokenEstimator;
import dev.assay.budget.ledger.LimitWords;
import dev.assay.runtime.KafkaClients;
import dev.assay.runtime.TopicScan;
import dev.assay.schemas.BudgetLimit;
import dev.assay.schemas.BudgetLimits;
import dev.assay.schemas.BudgetWindow;
import dev.assay.schemas.CandidateBudget;
import dev.assay.schemas.FleetEntry;
import dev.assay.schemas.RouteBudgets;
import dev.assay.schemas.topics.Keys;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.serialization.Deserializer;
import org.jspecify.annotations.Nullable;

/**
 * Whether a request can ever be let through to a model of its route, by the limits that the fleet has now. A request
 * larger than a whole minute's tokens would wait in the queue only to be refused there. What is not known counts as
 * room: a route that no worker has spoken of, a model without limits, output that no cap is stated for.
 */
final class RouteFit {
    /** Everything fits. */
    static final RouteFit UNKNOWN = new RouteFit("", List.of());

    private static final long MOST_CHOICES = 128;

    private final String route;
    private final List<Candidate> candidates;
    private final TokenEstimator tokens = new TokenEstimator();
    /**
     * Bytes of a body, and tokens of output, up to which nothing has to be counted: no token is shorter than a byte. An
     * image is, and a request that is too large by its images alone is found by the ledger.
     */
    private final long roomyBytes;

    private RouteFit(String route, List<Candidate> candidates) {
        this.route = route;
        this.candidates = candidates;
        this.roomyBytes = candidates.stream()
                .flatMap(candidate -> candidate.limits().stream())
                .mapToLong(BudgetLimit::getAmount)
                .min()
                .orElse(Long.MAX_VALUE);
    }

    /**
     * A model of the route.
     *
     * @param limits its limits on tokens of one minute or day; none for no limits
     */
    private record Candidate(CandidateBudget budget, List<BudgetLimit> limits) {}

    /**
     * As the fleet topic has it now.
     *
     * @param deserializer stays the caller's to close
     */
    static RouteFit read(KafkaClients clients, Deserializer<SpecificRecord> deserializer, String route) {
        String topic = clients.settings().topics().fleet();
        Map<String, BudgetLimits> limits = new HashMap<>();
        AtomicReference<@Nullable RouteBudgets> found = new AtomicReference<>();
        try (KafkaConsumer<byte[], byte[]> consumer = clients.consumer("assay-fit-reader", Map.of())) {
            TopicScan scan = new TopicScan(consumer);
            List<TopicPartition> partitions = scan.partitions(topic);
            scan.read(scan.beginnings(partitions), scan.ends(partitions), record -> {
                String key = record.key() == null ? "" : new String(record.key(), StandardCharsets.UTF_8);
                String budget = Keys.budgetOf(key);
                if (budget != null) {
                    if (decode(deserializer, record) instanceof BudgetLimits each) {
                        limits.put(budget, each);
                    } else {
                        limits.remove(budget);
                    }
                } else if (route.equals(Keys.routeOf(key))) {
                    found.set(decode(deserializer, record) instanceof RouteBudgets each ? each : null);
                }
            });
        }
        RouteBudgets told = found.get();
        return told == null ? UNKNOWN : of(told, limits);
    }

    /** @param limits by budget */
    static RouteFit of(RouteBudgets route, Map<String, BudgetLimits> limits) {
        List<Candidate> candidates = new ArrayList<>();
        for (CandidateBudget each : route.getCandidates()) {
            BudgetLimits of = limits.get(each.getBudget());
            List<BudgetLimit> ofTokens = of == null
                    ? List.of()
                    : of.getLimits().stream().filter(RouteFit::isOfTokens).toList();
            if (ofTokens.isEmpty()) {
                return UNKNOWN;
            }
            candidates.add(new Candidate(each, ofTokens));
        }
        return new RouteFit(route.getRoute(), candidates);
    }

    /** Why no model of the route can ever take a request; null where one can, as far as that is known. */
    @Nullable
    String complaint(ValidJob job) {
        if (candidates.isEmpty() || job.bodyBytes() + mostOutput(job) <= roomyBytes) {
            return null;
        }
        String complaint = null;
        for (Candidate candidate : candidates) {
            String ofThis = complaint(job, candidate);
            if (ofThis == null) {
                return null;
            }
            complaint = complaint == null ? ofThis : complaint;
        }
        return complaint + "; no model of route " + route + " can take it";
    }

    private @Nullable String complaint(ValidJob job, Candidate candidate) {
        CandidateBudget budget = candidate.budget();
        long input = tokens.countRequest(job.tree(), budget.getModel());
        long output = budget.getIsCapReserved() ? mostOutput(job) : 0;
        for (BudgetLimit limit : candidate.limits()) {
            long takes = switch (limit.getMeasure()) {
                case INPUT_TOKENS -> input;
                case OUTPUT_TOKENS -> output;
                case TOKENS -> input + output;
                case REQUESTS, MONEY -> 0;
            };
            if (takes > limit.getAmount()) {
                return String.format(
                        Locale.ROOT,
                        "body: %,d tokens of input and at most %,d of output never fit (limit of %s: %s)",
                        input,
                        output,
                        budget.getBudget(),
                        LimitWords.of(limit));
            }
        }
        return null;
    }

    /** Output that the request's own cap allows, all choices together; 0 where it states none. */
    private static long mostOutput(ValidJob job) {
        Integer cap = job.maxTokens();
        return cap == null ? 0 : cap * Math.clamp(job.tree().path("n").asLong(1), 1, MOST_CHOICES);
    }

    private static boolean isOfTokens(BudgetLimit limit) {
        return limit.getWindow() != BudgetWindow.HELD
                && switch (limit.getMeasure()) {
                    case INPUT_TOKENS, OUTPUT_TOKENS, TOKENS -> true;
                    case REQUESTS, MONEY -> false;
                };
    }

    private static @Nullable Object decode(
            Deserializer<SpecificRecord> deserializer, ConsumerRecord<byte[], byte[]> record) {
        try {
            return record.value() != null
                            && deserializer.deserialize(record.topic(), record.value()) instanceof FleetEntry entry
                    ? entry.getEntry()
                    : null;
        } catch (SerializationException e) {
            return null;
        }
    }
}
