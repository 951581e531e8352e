package dev.assay.producer;

import dev.assay.runtime.KafkaSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/** The example of {@link AssayProducer}'s documentation, compiled with the tests and run by one of them. */
final class SubmitExample {
    private SubmitExample() {}

    // @start region="submit"
    static String enqueue(String bootstrap, Path jobFile) {
        try (AssayProducer producer = AssayProducer.connect(KafkaSettings.of(bootstrap))) {
            SubmitRequest request = SubmitRequest.run("nightly-17")
                    .route("gpt-main")
                    .tenant("acme")
                    .scorer("numeric", Map.of("tolerance", "0.01"))
                    .whenFull(WhenFull.waitUpTo(Duration.ofMinutes(10)))
                    .build();
            return switch (producer.submit(request, JobInput.file(jobFile))) {
                case SubmitOutcome.Enqueued done -> done.jobs() + " jobs are enqueued";
                case SubmitOutcome.AlreadyComplete done -> done.jobs() + " jobs were enqueued before";
                case SubmitOutcome.QueueFull full -> "full, again in " + full.retryAfter();
                case SubmitOutcome.Refused refused -> "refused: " + refused.problems();
                case SubmitOutcome.Mismatch other -> "another input: " + other.reason();
                case SubmitOutcome.Superseded taken -> "another submit goes on from " + taken.enqueued();
                case SubmitOutcome.Stopped stopped -> "stopped after " + stopped.enqueued();
                case SubmitOutcome.Unavailable away -> "no cluster: " + away.reason();
            };
        }
    }
    // @end
}
