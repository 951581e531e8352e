package dev.assay.producer;

import dev.assay.budget.TokenEstimator;
import dev.assay.runtime.Clock;
import dev.assay.runtime.KafkaClients;
import dev.assay.runtime.KafkaSettings;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.serialization.Serializer;

/**
 * Enqueues runs: the part of Assay that an evaluation platform embeds.
 *
 * {@snippet file="dev/assay/producer/SubmitExample.java" region="submit"}
 *
 * <p><b>Exactly once.</b> A run is enqueued in chunks, each in one Kafka transaction with the run's progress. Whatever
 * ends a submit (a crash, {@code kill -9}, a full lane), submitting the same run with the same input again goes on
 * behind the last committed chunk, and no job is enqueued twice. A second submit of the run while the first is under
 * way takes over from it. An input that differs from what the run was begun with is refused with the first line that
 * does.
 *
 * <p><b>Bounded.</b> A lane holds no more than so many unfinished jobs; at the bound a submit ends with
 * {@link SubmitOutcome.QueueFull} or waits, as the request says. The bound is the lane's own, which may be changed at
 * any time, or the request's where that is lower. The lane's own is never exceeded, however many submit at once: each
 * chunk takes slots of the lane before it is sent, and one of the submitting processes keeps them. For the request's, and
 * for the default where a lane has none, the depth is read before each chunk: other submitters may overshoot that by at
 * most one chunk each.
 *
 * <p><b>Nothing by halves.</b> The whole input is read and checked before the first job is enqueued, so that a bad line
 * near the end does not leave half a run behind.
 *
 * <p>For use by many threads; a submit blocks its own, which may be a virtual one. Interrupting the thread ends its
 * submit.
 */
public final class AssayProducer implements AutoCloseable {
    private final KafkaClients clients;
    private final Clock clock;
    private final Admin admin;
    private final TokenEstimator tokens = new TokenEstimator();
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Map<String, DrainRate> drainRates = new ConcurrentHashMap<>();
    private final LaneSlots slots;
    /** Keeps what the process knows of the schema registry from one submit to the next; each has a pair of its own. */
    private final Serializer<SpecificRecord> registryHolder;

    private final String submittedBy = System.getProperty("user.name") + "@" + hostName();

    private AssayProducer(KafkaSettings settings, Clock clock) {
        this.clients = new KafkaClients(settings);
        this.clock = clock;
        this.admin = clients.admin("assay-producer");
        this.registryHolder = clients.valueSerializer();
        this.slots = new LaneSlots(clients, clock);
    }

    /** Connects to a cluster; nothing is asked of it yet. */
    public static AssayProducer connect(KafkaSettings settings) {
        return connect(settings, Clock.system());
    }

    /** Connects to a cluster, with a clock of the caller's. */
    public static AssayProducer connect(KafkaSettings settings, Clock clock) {
        return new AssayProducer(settings, clock);
    }

    /** Submits without being told how it goes; see {@link #submit(SubmitRequest, JobInput, SubmitListener)}. */
    public SubmitOutcome submit(SubmitRequest request, JobInput input) {
        return submit(request, input, SubmitListener.NONE);
    }

    /**
     * Enqueues a run, or what is missing of it, and returns when that is done or cannot go on. Expected trouble is an
     * outcome, not an exception.
     *
     * @param listener is told on this thread how it goes
     */
    public SubmitOutcome submit(SubmitRequest request, JobInput input, SubmitListener listener) {
        try (SubmitTools tools = tools(request.jobs().lane())) {
            return new Submit(request, input, listener, tools).run();
        }
    }

    /**
     * Opens a writer of jobs that were made before. It ends every other one under the transactional id, and returns once
     * what that had not committed is undone.
     *
     * @param whenFull what to do where a lane has no room
     * @param listener is told while the writer waits for room
     */
    public ReplayWriter replayWriter(String transactionalId, WhenFull whenFull, SubmitListener listener) {
        return ReplayWriter.open(clients.settings(), transactionalId, whenFull, listener, this::tools, clock);
    }

    private SubmitTools tools(String lane) {
        DrainRate drainRate = drainRates.computeIfAbsent(lane, name -> new DrainRate());
        return new SubmitTools(clients, admin, clock, tokens, drainRate, closed, submittedBy, lane, slots);
    }

    /** Ends submits that wait for room, and disconnects; those between two chunks end at the next one. */
    @Override
    public void close() {
        closed.countDown();
        slots.close();
        admin.close();
        registryHolder.close();
    }

    private static String hostName() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "unknown-host";
        }
    }
}
