package dev.assay.worker;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.runtime.Clock;
import dev.assay.schemas.Account;
import dev.assay.schemas.Attempt;
import dev.assay.schemas.EliminatedCandidate;
import dev.assay.schemas.Expecting;
import dev.assay.schemas.FailureKind;
import dev.assay.schemas.Job;
import dev.assay.schemas.Parking;
import dev.assay.schemas.settlement.Starts;
import dev.assay.schemas.topics.HeaderNames;
import dev.assay.schemas.topics.Topics;
import dev.assay.worker.intake.Delivery;
import dev.assay.worker.intake.Fit;
import dev.assay.worker.intake.Treatment;
import dev.assay.worker.intake.Verdict;
import dev.assay.worker.meters.WorkerMeters;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serializer;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;

class ParkerTest {
    private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
    private static final int MAX_BYTES = 100_000;

    private boolean isRegistryDown;
    private final Journeys journeys = new Journeys(new SerdePool<>(1, () -> (Deserializer<SpecificRecord>) this::read));
    private final Parker parker = new Parker(
            Topics.standard(),
            MAX_BYTES,
            new SerdePool<>(1, () -> (Serializer<SpecificRecord>) (topic, record) -> bytes((Parking) record)),
            journeys,
            new WorkerMeters(new SimpleMeterRegistry()),
            clock());

    @Test
    void theTopicIsThatOfTheWait() {
        assertThat(park(Duration.ofSeconds(-3)).topic()).isEqualTo("assay.parked.batch.1m");
        assertThat(park(Duration.ofSeconds(60)).topic()).isEqualTo("assay.parked.batch.1m");
        assertThat(park(Duration.ofSeconds(61)).topic()).isEqualTo("assay.parked.batch.10m");
        assertThat(park(Duration.ofHours(1)).topic()).isEqualTo("assay.parked.batch.1h");
        assertThat(park(Duration.ofHours(5)).topic()).isEqualTo("assay.parked.batch.1d");
    }

    @Test
    void nobodyWaitsBeyondTheDeadline() {
        ProducerRecord<byte[], byte[]> record = park(Duration.ofDays(3));

        assertThat(text(record, HeaderNames.PARKED_DUE))
                .isEqualTo(String.valueOf(NOW.plus(Duration.ofHours(24)).toEpochMilli()));
        assertThat(parking(record).getDue()).isEqualTo(NOW.plus(Duration.ofHours(24)));
    }

    @Test
    void aSecondParkingGoesOnWithTheFirst() {
        ProducerRecord<byte[], byte[]> first = park(fresh(), Optional.of("acme"), List.of(attempt(1, "no")));
        Delivery again = parked(first, 2);

        ProducerRecord<byte[], byte[]> second =
                park(again, Optional.empty(), List.of(attempt(1, "no"), attempt(2, "")));

        assertThat(text(first, HeaderNames.PARKED_HELD_BY)).isEqualTo("acme");
        Parking journey = parker.journey(again).orElseThrow();
        assertThat(journey.getTimes()).isOne();
        assertThat(journey.getHeldBy()).isEqualTo("acme");
        assertThat(parker.deliveries(again)).isEqualTo(1 + 2);
        Parking parking = parking(second);
        assertThat(parking.getTimes()).isEqualTo(2);
        assertThat(parking.getDeliveries()).isEqualTo(3);
        assertThat(parking.getAttempts()).hasSize(2);
        assertThat(parking.getOriginalTopic()).isEqualTo("assay.jobs.batch");
        assertThat(parking.getOriginalPartition()).isEqualTo(3);
        assertThat(parking.getOriginalOffset()).isEqualTo(17);
        assertThat(second.headers().lastHeader(HeaderNames.PARKED_HELD_BY)).isNull();
        assertThat(second.headers().headers(HeaderNames.PARKED)).hasSize(1);
        assertThat(text(second, "x-own")).isEqualTo("kept");
        assertThat(second.key()).isEqualTo(first.key());
        assertThat(second.value()).isEqualTo(first.value());
    }

    @Test
    void longEvidenceIsShortenedAndNoAttemptIsLost() {
        List<Attempt> attempts = Collections.nCopies(600, attempt(1, "\uD83D\uDE00".repeat(500)));
        Verdict.Settle settle = (Verdict.Settle) parker.park(
                job(),
                fresh(),
                NOW.plusSeconds(5),
                FailureKind.OVERLOADED,
                "m".repeat(5_000),
                Optional.empty(),
                attempts,
                List.of(new EliminatedCandidate("sim/small", "r".repeat(5_000))));

        int before = Integer.MAX_VALUE;
        for (Fit fit : List.of(Fit.WHOLE, Fit.BARE)) {
            ProducerRecord<byte[], byte[]> record = settle.output().records(fit).getFirst();
            byte[] header = requireNonNull(record.headers().lastHeader(HeaderNames.PARKED))
                    .value();
            assertThat(parking(record).getAttempts()).hasSize(600);
            assertThat(parking(record).getEliminated()).hasSize(1);
            assertThat(header.length).isLessThan(before);
            before = header.length;
        }
        assertThat(before).isLessThan(Parker.LONG_HEADER_BYTES);
    }

    @Test
    void aHeaderThatIsNoParkingCountsAsNone() {
        ProducerRecord<byte[], byte[]> record = park(Duration.ofSeconds(5));
        record.headers().remove(HeaderNames.PARKED);
        record.headers().add(HeaderNames.PARKED, "rubbish".getBytes(StandardCharsets.UTF_8));

        assertThat(parker.journey(parked(record, 1))).isEmpty();
        assertThat(parker.deliveries(parked(record, 1))).isOne();
    }

    @Test
    void aHeaderThatCannotBeLookedUpNowIsNotTakenForNone() {
        Delivery delivery = parked(park(Duration.ofSeconds(5)), 1);
        isRegistryDown = true;

        Assertions.assertThatThrownBy(() -> parker.journey(delivery)).isInstanceOf(RetriableException.class);
    }

    @Test
    void headersOfARecordOfTheLaneSayNothing() {
        ProducerRecord<byte[], byte[]> record = park(Duration.ofSeconds(5));

        assertThat(parker.journey(delivery(false, record, 1))).isEmpty();
    }

    private ProducerRecord<byte[], byte[]> park(Duration wait) {
        Verdict verdict = parker.park(
                job(),
                fresh(),
                NOW.plus(wait),
                FailureKind.RATE_LIMITED,
                "wait",
                Optional.empty(),
                List.of(),
                List.of());
        return ((Verdict.Settle) verdict).output().records(Fit.WHOLE).getFirst();
    }

    private ProducerRecord<byte[], byte[]> park(Delivery delivery, Optional<String> heldBy, List<Attempt> attempts) {
        Verdict verdict = parker.park(
                job(),
                delivery,
                NOW.plusSeconds(5),
                FailureKind.QUOTA_EXHAUSTED,
                "no money",
                heldBy,
                attempts,
                List.of());
        return ((Verdict.Settle) verdict).output().records(Fit.WHOLE).getFirst();
    }

    private static Delivery fresh() {
        ProducerRecord<byte[], byte[]> record =
                new ProducerRecord<>("assay.jobs.batch", 3, 1_000L, new byte[] {1}, new byte[] {2, 3});
        record.headers().add("x-own", "kept".getBytes(StandardCharsets.UTF_8));
        return delivery(false, record, 1);
    }

    private static Delivery parked(ProducerRecord<byte[], byte[]> record, int starts) {
        return delivery(true, record, starts);
    }

    private static Delivery delivery(boolean isParked, ProducerRecord<byte[], byte[]> record, int starts) {
        Integer partition = record.partition();
        ConsumerRecord<byte[], byte[]> consumed = new ConsumerRecord<>(
                record.topic(), partition == null ? 0 : partition, 17, record.key(), record.value());
        record.headers().forEach(consumed.headers()::add);
        return new Delivery("batch", isParked, consumed, Treatment.NORMAL, new Starts(starts, 0), NOW, null);
    }

    private static Job job() {
        return Job.newBuilder()
                .setRunId("run")
                .setJobId("job")
                .setOrdinal(0)
                .setTenant("acme")
                .setLane("batch")
                .setRoute("main")
                .setAccount(Account.EVAL)
                .setBody("{}")
                .setExpectation(Expecting.of(List.of()))
                .setEstimatedInputTokens(1)
                .setEnqueuedAt(NOW)
                .setDeadline(NOW.plus(Duration.ofHours(24)))
                .build();
    }

    private static Attempt attempt(int number, String message) {
        return Attempt.newBuilder()
                .setNumber(number)
                .setProvider("sim")
                .setRequestModel("model")
                .setStartedAt(NOW)
                .setDurationMillis(1)
                .setQueueWaitMillis(0)
                .setPermitWaitMillis(0)
                .setFailureMessage(message)
                .build();
    }

    private SpecificRecord read(String topic, byte[] value) {
        if (isRegistryDown) {
            throw new TimeoutException("registry");
        }
        try {
            return Parking.fromByteBuffer(ByteBuffer.wrap(value));
        } catch (IOException | RuntimeException e) {
            throw new SerializationException(e);
        }
    }

    private static Parking parking(ProducerRecord<byte[], byte[]> record) {
        byte[] header =
                requireNonNull(record.headers().lastHeader(HeaderNames.PARKED)).value();
        try {
            return Parking.fromByteBuffer(ByteBuffer.wrap(header));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static byte[] bytes(Parking parking) {
        try {
            ByteBuffer buffer = parking.toByteBuffer();
            byte[] bytes = new byte[buffer.remaining()];
            buffer.get(bytes);
            return bytes;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String text(ProducerRecord<byte[], byte[]> record, String name) {
        return new String(
                requireNonNull(record.headers().lastHeader(name), name).value(), StandardCharsets.UTF_8);
    }

    private static Clock clock() {
        return new Clock() {
            @Override
            public Instant now() {
                return NOW;
            }

            @Override
            public long nanos() {
                return 0;
            }

            @Override
            public void pause(Duration duration) {
                throw new AssertionError("nobody waits");
            }
        };
    }
}
