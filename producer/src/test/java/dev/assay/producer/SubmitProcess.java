package dev.assay.producer;

import dev.assay.runtime.KafkaSettings;
import dev.assay.sandbox.process.ChildProcess;
import dev.assay.sandbox.process.ParentWatch;
import dev.assay.sandbox.process.ReadyLine;
import dev.assay.schemas.topics.Topics;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** A submit as a process of its own, to be killed or frozen; it says its outcome when it has one. */
final class SubmitProcess {
    private static final List<String> JVM =
            List.of("-Xmx128m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xshare:auto");

    private SubmitProcess() {}

    static ChildProcess start(TestLane lane, String run, Path file, int chunkJobs, Path log) {
        List<String> args = List.of(
                lane.settings().bootstrap(), lane.topics().prefix(), run, file.toString(), Integer.toString(chunkJobs));
        return ChildProcess.start(SubmitProcess.class, JVM, args, Map.of(), log);
    }

    public static void main(String[] args) {
        ParentWatch.start();
        KafkaSettings settings = new KafkaSettings(Map.of("bootstrap.servers", args[0]), new Topics(args[1]));
        try (AssayProducer producer = AssayProducer.connect(settings)) {
            SubmitRequest request = SubmitRequest.run(args[2])
                    .route("main")
                    .tenant("acme")
                    .chunkJobs(Integer.parseInt(args[4]))
                    .whenFull(WhenFull.waitUpTo(Duration.ofMinutes(1)))
                    .build();
            SubmitOutcome outcome = producer.submit(request, JobInput.file(Path.of(args[3])));
            ReadyLine.say(outcome.toString());
        }
        System.exit(0);
    }
}
