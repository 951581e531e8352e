package dev.assay.worker;

import dev.assay.runtime.Clock;
import dev.assay.runtime.KafkaSettings;
import dev.assay.runtime.YamlFile;
import dev.assay.sandbox.process.ParentWatch;
import dev.assay.sandbox.process.ReadyLine;
import dev.assay.schemas.topics.Topics;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A worker as a process that can be killed: {@code BOOTSTRAP PREFIX SETTINGS.yaml}. Exit code 1 when it failed. */
public final class WorkerMain {
    private WorkerMain() {}

    public static void main(String[] args) throws Exception {
        ParentWatch.start();
        KafkaSettings kafka = new KafkaSettings(Map.of("bootstrap.servers", args[0]), new Topics(args[1]));
        WorkerSettings settings = YamlFile.read(Path.of(args[2]), WorkerSettings.class);
        Worker worker = Worker.start(settings, kafka, new SimpleMeterRegistry(), Clock.system());
        // A JVM that ends by a signal has an exit code of its own unless it is halted.
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            worker.close();
            Runtime.getRuntime().halt(0);
        }));
        while (!worker.isReady()) {
            TimeUnit.MILLISECONDS.sleep(20);
        }
        ReadyLine.say(worker.id());
        if (worker.awaitStopped() instanceof Worker.Stopped.Failed) {
            Runtime.getRuntime().halt(1);
        }
    }
}
