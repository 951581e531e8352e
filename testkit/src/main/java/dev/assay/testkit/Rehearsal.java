package dev.assay.testkit;

import dev.assay.cli.Assay;
import dev.assay.producer.NewJob;
import dev.assay.runtime.KafkaSettings;
import dev.assay.sandbox.process.ClassArchive;
import dev.assay.sandbox.process.ParentWatch;
import dev.assay.sandbox.simulator.SimulatorSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * A short run through broker, provider, worker and scorer in one JVM, so that every class is loaded that scenarios'
 * processes start with: the program behind their {@link ClassArchive}.
 */
public final class Rehearsal {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final int JOBS = 20;

    private Rehearsal() {}

    /**
     * Ends with 0 when the run is over and every service has stopped.
     *
     * @param args none that counts: it ends with its parent in any case
     */
    public static void main(String[] args) throws IOException, InterruptedException {
        ParentWatch.start();
        Path directory = Files.createTempDirectory("assay-rehearsal-");
        try (TestKafka kafka = TestKafka.embedded()) {
            WorldSettings settings =
                    WorldSettings.of(SimulatorSettings.standard(), 8).withoutScorer();
            try (World world = World.open(kafka, directory, settings)) {
                KafkaSettings client = world.clients().settings();
                List<Thread> services = List.of(
                        serve(
                                "worker",
                                settings.workerYaml("worker", world.provider().baseUrl()),
                                directory,
                                client),
                        serve("scorer", "stateDir: " + directory.resolve("state"), directory, client));
                world.submit("rehearsal", jobs(), request -> {});
                world.awaitOver("rehearsal", PATIENCE);
                for (Thread service : services) {
                    service.interrupt();
                    service.join(PATIENCE);
                }
            }
        } finally {
            delete(directory);
        }
        System.exit(0);
    }

    private static void delete(Path directory) throws IOException {
        try (Stream<Path> all = Files.walk(directory)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }

    private static Thread serve(String command, String yaml, Path directory, KafkaSettings kafka) throws IOException {
        Path config = directory.resolve(command + ".yaml");
        Files.writeString(config, yaml);
        return Thread.ofPlatform()
                .daemon()
                .name(command)
                .start(() -> Assay.run(
                        command,
                        "--config",
                        config.toString(),
                        "--bootstrap",
                        kafka.bootstrap(),
                        "--prefix",
                        kafka.topics().prefix()));
    }

    private static List<NewJob> jobs() {
        List<NewJob> jobs = new ArrayList<>();
        for (int i = 0; i < JOBS; i++) {
            jobs.add(NewJob.of("job-" + i, "{\"messages\":[{\"role\":\"user\",\"content\":\"Ready?\"}]}")
                    .expecting("{\"scorer\":\"contains\",\"ideal\":\"answer\"}"));
        }
        return jobs;
    }
}
