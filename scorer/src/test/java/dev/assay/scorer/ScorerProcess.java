package dev.assay.scorer;

import dev.assay.runtime.Clock;
import dev.assay.runtime.KafkaSettings;
import dev.assay.sandbox.process.ParentWatch;
import dev.assay.sandbox.process.ReadyLine;
import dev.assay.schemas.topics.Topics;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.util.Map;

/** A scorer in a process of its own, to be killed: bootstrap servers, topic prefix, state directory. */
public final class ScorerProcess {
    private ScorerProcess() {}

    public static void main(String[] args) throws InterruptedException {
        ParentWatch.start();
        KafkaSettings kafka = new KafkaSettings(Map.of("bootstrap.servers", args[0]), new Topics(args[1]));
        Scorer scorer =
                Scorer.start(ScorerSettings.in(Path.of(args[2])), kafka, new SimpleMeterRegistry(), Clock.system());
        ReadyLine.say("started");
        scorer.awaitStopped();
    }
}
