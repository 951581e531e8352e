package dev.assay.producer;

import dev.assay.budget.TokenEstimator;
import dev.assay.runtime.Answers;
import dev.assay.runtime.Clock;
import dev.assay.runtime.KafkaClients;
import dev.assay.runtime.LaneReader;
import dev.assay.schemas.topics.Topics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;

/** What one submit works with: the producer's connections, and a serde pair of its own, which is for one thread. */
final class SubmitTools implements AutoCloseable {
    private final KafkaClients clients;
    private final Admin admin;
    private final Clock clock;
    private final TokenEstimator tokens;
    private final DrainRate drainRate;
    private final CountDownLatch closed;
    private final String submittedBy;
    private final LaneSlots slots;
    private final String lane;
    private final Serializer<SpecificRecord> serializer;
    private final Deserializer<SpecificRecord> deserializer;
    private final RunStates states;
    private final Map<String, BoundNow> bounds = new HashMap<>();

    /**
     * @param drainRate what is known of the lane's rate
     * @param closed opens when the producer is closed
     * @param submittedBy user and host
     * @param lane the lane to enqueue to
     * @param slots slots of lanes, opened where they are needed
     */
    SubmitTools(
            KafkaClients clients,
            Admin admin,
            Clock clock,
            TokenEstimator tokens,
            DrainRate drainRate,
            CountDownLatch closed,
            String submittedBy,
            String lane,
            LaneSlots slots) {
        this.clients = clients;
        this.admin = admin;
        this.clock = clock;
        this.tokens = tokens;
        this.drainRate = drainRate;
        this.closed = closed;
        this.submittedBy = submittedBy;
        this.lane = lane;
        this.slots = slots;
        serializer = clients.valueSerializer();
        deserializer = clients.valueDeserializer();
        states = new RunStates(clients, admin, deserializer, clock);
    }

    Clock clock() {
        return clock;
    }

    RunStates states() {
        return states;
    }

    String submittedBy() {
        return submittedBy;
    }

    /** Which topics that a submit needs are not on the cluster, and what can be done; null when all are. */
    @Nullable
    String missingTopics() {
        Set<String> existing = Answers.await(admin.listTopics().names());
        Topics topics = clients.settings().topics();
        if (!existing.contains(topics.jobs(lane))) {
            String start = topics.jobs("x").substring(0, topics.jobs("x").length() - 1);
            List<String> lanes = existing.stream()
                    .filter(topic -> topic.startsWith(start))
                    .map(topic -> topic.substring(start.length()))
                    .sorted()
                    .toList();
            return "lane: " + lane + " has no topic " + topics.jobs(lane)
                    + (lanes.isEmpty()
                            ? " (no lane has one; create the topics with: assay topics apply)"
                            : " (lanes of this cluster: " + String.join(", ", lanes) + ")");
        }
        List<String> missing = new ArrayList<>(List.of(
                topics.runs(),
                topics.submits(),
                topics.fleet(),
                topics.slotRequests(),
                topics.slotGrants(),
                topics.slotState()));
        missing.removeAll(existing);
        return missing.isEmpty()
                ? null
                : "topics missing on the cluster: " + String.join(", ", missing)
                        + " (create them with: assay topics apply)";
    }

    /** Which requests can ever be let through to a model of a route. */
    RouteFit fit(String route) {
        return RouteFit.read(clients, deserializer, route);
    }

    JobPublisher openPublisher(SubmitRequest request) {
        JobMaker jobs = new JobMaker(request.runId(), request.jobs(), tokens);
        return JobPublisher.open(clients, serializer, request.runId(), jobs, clock);
    }

    Admission admission(SubmitRequest request, SubmitListener listener) {
        String fence = clients.settings().topics().submitTransactionalId(request.runId());
        return admission(request.jobs().tenant(), request.sending(), fence, listener);
    }

    /**
     * Lets jobs of a tenant into the lane.
     *
     * @param fence the transactional id that sends them
     */
    Admission admission(String tenant, SendSettings sending, String fence, SubmitListener listener) {
        Topics topics = clients.settings().topics();
        int partitions = states.partitionsOf(topics.jobs(lane));
        return new Admission(
                new LaneReader(admin, topics, lane),
                bounds(tenant, sending),
                Placement.of(tenant, partitions),
                sending,
                drainRate,
                clock,
                closed,
                listener,
                () -> new RunSlots(slots.client(), lane, tenant, fence, clock));
    }

    private BoundNow bounds(String tenant, SendSettings sending) {
        return bounds.computeIfAbsent(tenant, whose -> BoundNow.open(clients, deserializer, lane, whose, sending));
    }

    /** Waits; true when the producer is closed. */
    boolean isClosedWithin(Duration pause) {
        try {
            return closed.await(pause.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        }
    }

    @Override
    public void close() {
        bounds.values().forEach(BoundNow::close);
        serializer.close();
        deserializer.close();
    }
}
