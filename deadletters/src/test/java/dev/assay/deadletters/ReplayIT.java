package dev.assay.deadletters;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.assay.runtime.Clock;
import dev.assay.sandbox.broker.EmbeddedKafka;
import dev.assay.sandbox.broker.EmbeddedKafkaSettings;
import dev.assay.schemas.Job;
import dev.assay.schemas.deadletter.Lineage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Dead letters are sent again once each, whoever does it how often. */
class ReplayIT {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private static EmbeddedKafka kafka;

    @BeforeAll
    static void start() {
        kafka = EmbeddedKafka.start(EmbeddedKafkaSettings.temporary());
    }

    @AfterAll
    static void stop() {
        kafka.close();
    }

    @Test
    void sendsEachOpenLetterOnceAndASecondReplaySendsNone() {
        try (TestLetters letters = TestLetters.on(kafka.bootstrap())) {
            letters.die(250);

            Dealt first = letters.replay(Selection.ALL, Handling.STANDARD);
            assertThat(first.ended()).isEqualTo(new Ended.All());
            assertThat(first.tally().written()).isEqualTo(250);
            assertEachOnce(letters, 250);
            assertThat(letters.jobs()).allSatisfy(found -> {
                assertThat(found.job().getGeneration()).isOne();
                assertThat(Lineage.read(found.record().headers())).hasSize(1);
                assertThat(Duration.between(
                                found.job().getEnqueuedAt(), found.job().getDeadline()))
                        .isEqualTo(Duration.ofHours(1));
            });

            Dealt second = letters.replay(Selection.ALL, Handling.STANDARD);
            assertThat(second.tally().written()).isZero();
            assertThat(second.tally().handledBefore()).isEqualTo(250);
            assertEachOnce(letters, 250);
        }
    }

    @Test
    void aSecondReplayerTakesOverAndTheFirstIsToldSo() {
        try (TestLetters letters = TestLetters.on(kafka.bootstrap());
                Replayer replayer = letters.replayer();
                ScannedLetters reader = new ScannedLetters(letters.clients())) {
            letters.die(60);
            AtomicReference<Dealt> second = new AtomicReference<>();

            Dealt first = replayer.replay(reader, Selection.ALL, TestLetters.order(), paced(10.0), new DealListener() {
                @Override
                public void written(Tally tally) {
                    if (second.get() == null) {
                        second.set(letters.replay(Selection.ALL, Handling.STANDARD));
                    }
                }
            });

            assertThat(first.ended()).isInstanceOf(Ended.Overtaken.class);
            assertThat(first.tally().written()).isPositive();
            assertThat(second.get().ended()).isEqualTo(new Ended.All());
            assertThat(first.tally().written() + second.get().tally().written()).isEqualTo(60);
            assertEachOnce(letters, 60);
        }
    }

    @Test
    void anOpenTransactionAboutTheOtherStageHidesNoMark() throws InterruptedException {
        try (TestLetters letters = TestLetters.on(kafka.bootstrap());
                KafkaProducer<byte[], byte[]> other =
                        letters.clients().transactionalProducer(letters.topics().replayTransactionalId("results", 0))) {
            LetterId letter = letters.die(0, JobSamples.job(0));
            other.initTransactions();
            other.beginTransaction();
            Future<?> sent = other.send(new ProducerRecord<>(
                    letters.topics().deadLetterMarks(), 0, JobSamples.bytes("results-0-0"), new byte[] {1}));
            other.flush();
            assertThat(sent).isDone();
            letters.mark(letter);

            AtomicReference<Dealt> second = new AtomicReference<>();
            Thread replay =
                    Thread.ofVirtual().start(() -> second.set(letters.replay(Selection.ALL, Handling.STANDARD)));
            assertThat(replay.join(Duration.ofSeconds(2))).isFalse();
            other.abortTransaction();
            assertThat(replay.join(PATIENCE)).isTrue();

            assertThat(second.get().tally().written()).isZero();
            assertThat(second.get().tally().handledBefore()).isOne();
            assertThat(letters.jobs()).isEmpty();
        }
    }

    @Test
    void whatIsRefusedIsCountedAndStopsNothing() {
        try (TestLetters letters = TestLetters.on(kafka.bootstrap())) {
            letters.die(4);
            LetterId often = letters.die(
                    0, Job.newBuilder(JobSamples.job(4)).setGeneration(3).build());
            LetterId rubbish = letters.die(
                    Stage.JOBS,
                    0,
                    null,
                    new byte[] {1, 2, 3},
                    JobSamples.headers(JobSamples.told(null), new RecordHeaders()));

            Dealt dealt = letters.replay(Selection.ALL, Handling.STANDARD);

            assertThat(dealt.ended()).isEqualTo(new Ended.All());
            assertThat(dealt.tally().written()).isEqualTo(4);
            assertThat(dealt.tally().refusals()).containsOnlyKeys(Refusal.TOO_OFTEN, Refusal.NO_JOB);
            assertThat(dealt.tally().examples(Refusal.TOO_OFTEN))
                    .extracting(Tally.Example::letter)
                    .containsExactly(often.toString());
            assertThat(dealt.tally().examples(Refusal.NO_JOB))
                    .extracting(Tally.Example::letter)
                    .containsExactly(rubbish.toString());
        }
    }

    @Test
    void aFullLaneStopsItAndTheNextReplayGoesOn() {
        try (TestLetters letters = TestLetters.on(kafka.bootstrap())) {
            letters.die(60);
            letters.setBound(26);

            Dealt full = letters.replay(Selection.ALL, Handling.STANDARD);

            assertThat(full.ended()).isInstanceOf(Ended.QueueFull.class);
            assertThat(full.tally().written()).isBetween(20L, 25L);
            letters.finishAll();
            Thread worker = Thread.ofVirtual().start(() -> {
                try {
                    while (true) {
                        Clock.system().pause(Duration.ofMillis(200));
                        letters.finishAll();
                    }
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
            Dealt waited = letters.replay(Selection.ALL, TestLetters.waiting(PATIENCE));
            worker.interrupt();
            await().atMost(PATIENCE).until(() -> !worker.isAlive());
            assertThat(waited.ended()).isEqualTo(new Ended.All());
            assertThat(full.tally().written() + waited.tally().written()).isEqualTo(60);
            assertEachOnce(letters, 60);
        }
    }

    @Test
    void soManyAndNoMoreAndAsFastAsAsked() {
        try (TestLetters letters = TestLetters.on(kafka.bootstrap())) {
            letters.die(40);
            long start = System.nanoTime();

            Dealt some = letters.replay(Selection.ALL, new Handling(10.0, 30L, Handling.STANDARD.whenFull()));

            assertThat(some.ended()).isEqualTo(new Ended.Enough());
            assertThat(some.tally().written()).isEqualTo(30);
            // The first chunk comes at once, and each waits for those before it.
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThan(Duration.ofSeconds(2));
            assertThat(letters.replay(Selection.ALL, Handling.STANDARD).tally().written())
                    .isEqualTo(10);
            assertEachOnce(letters, 40);
        }
    }

    @Test
    void aResultGoesBackToTheScorerOnce() {
        try (TestLetters letters = TestLetters.on(kafka.bootstrap())) {
            byte[] key = JobSamples.bytes("nightly/job-1");
            LetterId unused = letters.die(
                    Stage.RESULTS,
                    1,
                    key,
                    new byte[] {0, 9, 9},
                    JobSamples.headers(JobSamples.told(null), new RecordHeaders().add("mine", new byte[] {7})));

            assertThat(letters.replay(Selection.ALL, Handling.STANDARD).tally().written())
                    .isOne();
            assertThat(letters.replay(Selection.ALL, Handling.STANDARD).tally().written())
                    .isZero();

            List<ConsumerRecord<byte[], byte[]>> results =
                    letters.records(letters.topics().results());
            assertThat(results).hasSize(1);
            ConsumerRecord<byte[], byte[]> result = results.getFirst();
            assertThat(result.partition()).isZero();
            assertThat(result.key()).isEqualTo(key);
            assertThat(result.value()).isEqualTo(new byte[] {0, 9, 9});
            assertThat(result.headers().lastHeader("mine").value()).isEqualTo(new byte[] {7});
            assertThat(Lineage.read(result.headers())).hasSize(1);
        }
    }

    @Test
    void whatIsDiscardedIsNotSentAndSaysWhoAndWhy() {
        try (TestLetters letters = TestLetters.on(kafka.bootstrap());
                Replayer replayer = letters.replayer();
                ScannedLetters reader = new ScannedLetters(letters.clients())) {
            letters.die(3);
            Signature signature = new Signature("kim@laptop", "a test run");

            Dealt discarded = replayer.discard(reader, Selection.ALL, signature, Handling.STANDARD, DealListener.NONE);

            assertThat(discarded.tally().written()).isEqualTo(3);
            List<FoundLetter> found = new ArrayList<>();
            reader.find(Selection.ALL, found::add);
            assertThat(found).hasSize(3).allSatisfy(letter -> {
                assertThat(letter.state()).isEqualTo(LetterState.DISCARDED);
                assertThat(letter.mark()).isNotNull().satisfies(mark -> {
                    assertThat(mark.getBy()).isEqualTo("kim@laptop");
                    assertThat(mark.getReason()).isEqualTo("a test run");
                });
            });
            assertThat(letters.replay(Selection.ALL, Handling.STANDARD).tally().handledBefore())
                    .isEqualTo(3);
            assertThat(letters.jobs()).isEmpty();
        }
    }

    private static Handling paced(double rate) {
        return new Handling(rate, null, Handling.STANDARD.whenFull());
    }

    static void assertEachOnce(TestLetters letters, int jobs) {
        assertThat(letters.times())
                .hasSize(jobs)
                .allSatisfy((job, times) -> assertThat(times).as(job).isOne());
    }
}
