package dev.assay.benchmarks;

import dev.assay.runtime.KafkaClients;
import dev.assay.sandbox.simulator.CallRecord;
import dev.assay.sandbox.simulator.RequestLog;
import dev.assay.sandbox.simulator.SimulatorControl;
import dev.assay.schemas.Attempt;
import dev.assay.schemas.Result;
import dev.assay.schemas.TokenUsage;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.serialization.Deserializer;

/** The calls that a provider saw. */
interface CallLog extends AutoCloseable {
    List<CallRecord> calls();

    /** Where they are known from, in words. */
    String source();

    @Override
    void close();

    /** A simulator's own log; of another provider the attempts in results, which lack what was not settled. */
    static CallLog of(String providerUrl, KafkaClients clients) {
        SimulatorControl control = new SimulatorControl(providerUrl);
        try {
            return new OfProvider(control, control.counts());
        } catch (UncheckedIOException | IllegalArgumentException e) {
            control.close();
            return new OfResults(clients);
        }
    }

    /**
     * As the provider wrote it down.
     *
     * @param before what it had counted before anything was measured
     */
    record OfProvider(SimulatorControl control, RequestLog.Counts before) implements CallLog {
        @Override
        public List<CallRecord> calls() {
            long ended = control.counts().ended() - before.ended();
            List<CallRecord> calls = control.calls().stream()
                    .filter(call -> call.number() > before.arrived())
                    .toList();
            NotRightException.when(
                    calls.size() < ended - before.inFlight(),
                    "the provider remembers " + calls.size() + " of " + ended
                            + " calls: start it with a larger log.capacity");
            return calls.stream()
                    .filter(call -> call.model().equals(BudgetStage.MODEL))
                    .toList();
        }

        @Override
        public String source() {
            return "the provider's log";
        }

        @Override
        public void close() {
            control.close();
        }
    }

    /** As the workers wrote it down. */
    record OfResults(KafkaClients clients) implements CallLog {
        @Override
        public List<CallRecord> calls() {
            List<CallRecord> calls = new ArrayList<>();
            Deserializer<SpecificRecord> deserializer = clients.valueDeserializer();
            Topic.read(clients, clients.settings().topics().results(), record -> {
                if (deserializer.deserialize(record.topic(), record.value()) instanceof Result result) {
                    result.getAttempts().forEach(attempt -> calls.add(call(result, attempt, calls.size() + 1L)));
                }
            });
            deserializer.close();
            return calls;
        }

        @Override
        public String source() {
            return "attempts in results, as the provider shows no log: calls that were not settled are missing, and"
                    + " each counts when its worker began it";
        }

        @Override
        public void close() {}

        private static CallRecord call(Result result, Attempt attempt, long number) {
            Instant at = attempt.getStartedAt();
            TokenUsage usage = attempt.getUsage();
            Integer status = attempt.getHttpStatus();
            return new CallRecord(
                    number,
                    at,
                    TimeUnit.MILLISECONDS.toNanos(at.toEpochMilli()),
                    TimeUnit.MILLISECONDS.toNanos(attempt.getDurationMillis()),
                    0,
                    attempt.getRequestModel(),
                    false,
                    0,
                    usage == null ? 0 : (int) usage.getInput(),
                    usage == null ? 0 : (int) usage.getOutput(),
                    result.getRunId() + "/" + result.getJobId() + "/",
                    status == null ? 0 : status,
                    null,
                    false,
                    false,
                    Map.of(),
                    null);
        }
    }
}
