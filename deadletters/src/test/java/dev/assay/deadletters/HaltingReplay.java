package dev.assay.deadletters;

import dev.assay.runtime.Clock;
import dev.assay.runtime.KafkaClients;
import dev.assay.runtime.KafkaSettings;
import dev.assay.sandbox.process.ChildProcess;
import dev.assay.sandbox.process.ParentWatch;
import dev.assay.sandbox.process.ReadyLine;
import dev.assay.schemas.topics.Topics;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.producer.ProducerInterceptor;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.jspecify.annotations.Nullable;

/**
 * A replay as a process of its own that dies at a step of its own accord, as by {@code kill -9}: no hook runs, no
 * connection is closed. Steps are {@code send:N} (before the N-th record about a letter is handed to the client),
 * {@code acked:N} (when the broker has the N-th) and {@code written:N} (after the N-th transaction).
 */
final class HaltingReplay {
    private static final String STEP = "halting.step";

    private HaltingReplay() {}

    static ChildProcess start(TestLetters letters, double rate, String step, Path log) {
        List<String> jvm = List.of(
                "-Xmx128m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xshare:auto", "-D" + STEP + "=" + step);
        List<String> args = List.of(
                letters.clients().settings().bootstrap(), letters.topics().prefix(), Double.toString(rate));
        return ChildProcess.start(HaltingReplay.class, jvm, args, Map.of(), log);
    }

    public static void main(String[] args) {
        ParentWatch.start();
        Map<String, String> client =
                Map.of("bootstrap.servers", args[0], "producer.interceptor.classes", AtSends.class.getName());
        KafkaClients clients = new KafkaClients(new KafkaSettings(client, new Topics(args[1])));
        Handling handling = new Handling(Double.valueOf(args[2]), null, Handling.STANDARD.whenFull());
        try (Replayer replayer = Replayer.connect(clients, Clock.system());
                ScannedLetters letters = new ScannedLetters(clients)) {
            AtomicInteger written = new AtomicInteger();
            Dealt dealt = replayer.replay(letters, Selection.ALL, TestLetters.order(), handling, new DealListener() {
                @Override
                public void written(Tally tally) {
                    reached("written:" + written.incrementAndGet());
                }
            });
            ReadyLine.say(dealt.ended().toString());
        }
        System.exit(0);
    }

    private static void reached(String step) {
        if (step.equals(System.getProperty(STEP))) {
            Runtime.getRuntime().halt(137);
        }
    }

    /** The steps within a transaction; what the slots' keeper and client write does not count. */
    public static final class AtSends implements ProducerInterceptor<byte[], byte[]> {
        private static final AtomicInteger SENT = new AtomicInteger();
        private static final AtomicInteger ACKNOWLEDGED = new AtomicInteger();

        @Override
        public ProducerRecord<byte[], byte[]> onSend(ProducerRecord<byte[], byte[]> record) {
            if (isOfReplay(record.topic())) {
                reached("send:" + SENT.incrementAndGet());
            }
            return record;
        }

        @Override
        public void onAcknowledgement(@Nullable RecordMetadata metadata, @Nullable Exception exception) {
            if (metadata != null && isOfReplay(metadata.topic())) {
                reached("acked:" + ACKNOWLEDGED.incrementAndGet());
            }
        }

        @Override
        public void close() {}

        @Override
        public void configure(Map<String, ?> configs) {}

        private static boolean isOfReplay(String topic) {
            return topic.contains(".jobs.") || topic.endsWith(".marks");
        }
    }
}
