package dev.assay.producer;

import dev.assay.runtime.Clock;
import dev.assay.runtime.KafkaSettings;
import dev.assay.sandbox.process.ChildProcess;
import dev.assay.sandbox.process.ParentWatch;
import dev.assay.sandbox.process.ReadyLine;
import dev.assay.schemas.topics.Topics;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.producer.ProducerInterceptor;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.jspecify.annotations.Nullable;

/**
 * A submit as a process of its own that dies at a step of its own accord, as by {@code kill -9}: no hook runs, no
 * connection is closed. Steps are {@code validated}, {@code send:N} (before the N-th record of the process is handed to
 * the client), {@code acked:N} (when the broker has the N-th), {@code committed:N} (after the N-th chunk), and
 * {@code hold:N}, at which it does not die but stays for some seconds, to be frozen there. Any other step is none.
 */
final class HaltingSubmit {
    private static final String STEP = "halting.step";

    private HaltingSubmit() {}

    static ChildProcess start(TestLane lane, String run, Path file, int chunkJobs, String heap, String step, Path log) {
        List<String> jvm = List.of(
                "-Xmx" + heap, "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xshare:auto", "-D" + STEP + "=" + step);
        List<String> args = List.of(
                lane.settings().bootstrap(), lane.topics().prefix(), run, file.toString(), Integer.toString(chunkJobs));
        return ChildProcess.start(HaltingSubmit.class, jvm, args, Map.of(), log);
    }

    public static void main(String[] args) {
        ParentWatch.start();
        Map<String, String> client =
                Map.of("bootstrap.servers", args[0], "producer.interceptor.classes", AtSends.class.getName());
        try (AssayProducer producer = AssayProducer.connect(new KafkaSettings(client, new Topics(args[1])))) {
            SubmitRequest request = SubmitRequest.run(args[2])
                    .route("main")
                    .tenant("acme")
                    .chunkJobs(Integer.parseInt(args[4]))
                    .whenFull(WhenFull.waitUpTo(Duration.ofMinutes(1)))
                    .build();
            SubmitOutcome outcome = producer.submit(request, JobInput.file(Path.of(args[3])), new AtChunks());
            ReadyLine.say(outcome.toString());
        }
        System.exit(0);
    }

    private static void reached(String step) {
        if (step.equals(System.getProperty(STEP))) {
            Runtime.getRuntime().halt(137);
        }
    }

    /** The steps that a listener sees. */
    private static final class AtChunks implements SubmitListener {
        private int committed;

        @Override
        public void validated(long jobs) {
            reached("validated");
        }

        @Override
        public void enqueued(long enqueued, long total) {
            committed++;
            reached("committed:" + committed);
        }
    }

    /** The steps within a transaction. */
    public static final class AtSends implements ProducerInterceptor<byte[], byte[]> {
        private final AtomicInteger sent = new AtomicInteger();
        private final AtomicInteger acknowledged = new AtomicInteger();

        @Override
        public ProducerRecord<byte[], byte[]> onSend(ProducerRecord<byte[], byte[]> record) {
            int number = sent.incrementAndGet();
            reached("send:" + number);
            if (("hold:" + number).equals(System.getProperty(STEP))) {
                ReadyLine.say("holding");
                hold();
            }
            return record;
        }

        @Override
        public void onAcknowledgement(@Nullable RecordMetadata metadata, @Nullable Exception exception) {
            reached("acked:" + acknowledged.incrementAndGet());
        }

        @Override
        public void close() {}

        @Override
        public void configure(Map<String, ?> configs) {}

        private static void hold() {
            try {
                Clock.system().pause(Duration.ofSeconds(5));
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
