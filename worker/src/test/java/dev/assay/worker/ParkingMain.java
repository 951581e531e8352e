package dev.assay.worker;

import dev.assay.runtime.Clock;
import dev.assay.runtime.KafkaClients;
import dev.assay.runtime.KafkaSettings;
import dev.assay.sandbox.process.ParentWatch;
import dev.assay.sandbox.process.ReadyLine;
import dev.assay.schemas.topics.Topics;
import dev.assay.worker.intake.Intake;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.Map;

/** A {@link ParkingHandler} at work in a process that can be killed: {@code BOOTSTRAP PREFIX}. */
public final class ParkingMain {
    private ParkingMain() {}

    public static void main(String[] args) throws Exception {
        ParentWatch.start();
        KafkaClients clients =
                new KafkaClients(new KafkaSettings(Map.of("bootstrap.servers", args[0]), new Topics(args[1])));
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        Intake intake = new ParkingHandler(clients, registry)
                .start(clients, "child", account -> true, registry, Clock.system());
        ReadyLine.say("parking");
        intake.awaitStopped(World.PATIENCE);
    }
}
