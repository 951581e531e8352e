package dev.assay.producer;

import dev.assay.sandbox.broker.EmbeddedKafka;
import dev.assay.sandbox.broker.EmbeddedKafkaSettings;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TimingIT {
    @TempDir
    Path directory;

    @Test
    void times() {
        try (EmbeddedKafka kafka = EmbeddedKafka.start(EmbeddedKafkaSettings.temporary())) {
            JobInput input = JobInput.file(JobFiles.write(directory, "jobs.jsonl", JobFiles.batchLines(8)));
            JobInput big = JobInput.file(JobFiles.write(directory, "big.jsonl", JobFiles.batchLines(20_000)));
            try (TestLane lane = TestLane.on(kafka, 8)) {
                for (int i = 0; i < 8; i++) {
                    boolean hard = i % 2 == 1;
                    lane.setBound(hard ? 1_000_000L : null);
                    long t0 = System.nanoTime();
                    AssayProducer producer = AssayProducer.connect(lane.settings());
                    SubmitOutcome o = producer.submit(SubmitRequest.run("a" + i).route("main").tenant("t").build(), input);
                    long t1 = System.nanoTime();
                    producer.close();
                    long t2 = System.nanoTime();
                    System.err.println("TIMING " + hard + " " + (t1 - t0) / 1_000_000 + " close " + (t2 - t1) / 1_000_000 + " " + o);
                }
                for (int i = 0; i < 6; i++) {
                    boolean hard = i % 2 == 1;
                    lane.setBound(hard ? 1_000_000L : null);
                    AssayProducer producer = AssayProducer.connect(lane.settings());
                    producer.submit(SubmitRequest.run("w" + i).route("main").tenant("t").build(), input);
                    long t0 = System.nanoTime();
                    SubmitOutcome o = producer.submit(SubmitRequest.run("b" + i).route("main").tenant("t").build(), big);
                    long t1 = System.nanoTime();
                    producer.close();
                    System.err.println("TIMING big " + hard + " " + (t1 - t0) / 1_000_000 + " " + o);
                }
            }
        }
    }
}
