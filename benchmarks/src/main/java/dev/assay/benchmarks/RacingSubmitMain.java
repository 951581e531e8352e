package dev.assay.benchmarks;

import dev.assay.producer.AssayProducer;
import dev.assay.producer.JobInput;
import dev.assay.producer.SubmitListener;
import dev.assay.producer.SubmitOutcome;
import dev.assay.producer.SubmitRequest;
import dev.assay.producer.WhenFull;
import dev.assay.runtime.Clock;
import dev.assay.runtime.KafkaSettings;
import dev.assay.sandbox.process.ParentWatch;
import dev.assay.sandbox.process.ReadyLine;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A program that enqueues a run, fails at the bound and tries again, until all of it is enqueued. It writes down each
 * refusal, as the depth and the bound that it was told, and says that it is ready with its first chunk.
 *
 * <p>Arguments: bootstrap, lane, run, jobs, file of refusals.
 */
final class RacingSubmitMain {
    private static final Logger LOG = LoggerFactory.getLogger(RacingSubmitMain.class);
    private static final Duration PAUSE = Duration.ofMillis(200);

    private RacingSubmitMain() {}

    public static void main(String[] args) throws InterruptedException {
        ParentWatch.start();
        int jobs = Integer.parseInt(args[3]);
        Path refusals = Path.of(args[4]);
        SubmitRequest request = SubmitRequest.run(args[2])
                .lane(args[1])
                .route("main")
                .tenant(args[2])
                .whenFull(WhenFull.fail())
                .build();
        SubmitListener first = new SubmitListener() {
            private boolean isSaid;

            @Override
            public void enqueued(long enqueued, long total) {
                if (!isSaid) {
                    isSaid = true;
                    ReadyLine.say("enqueues");
                }
            }
        };
        try (AssayProducer producer = AssayProducer.connect(KafkaSettings.of(args[0]))) {
            while (true) {
                SubmitOutcome outcome = producer.submit(request, JobInput.records(args[2], BenchJobs.of(jobs)), first);
                switch (outcome) {
                    case SubmitOutcome.QueueFull full -> note(refusals, full);
                    case SubmitOutcome.Enqueued done -> System.exit(0);
                    case SubmitOutcome.AlreadyComplete done -> System.exit(0);
                    case SubmitOutcome.Unavailable away ->
                        LOG.atWarn().addKeyValue("outcome", away).log("tried again");
                    case SubmitOutcome.Refused wrong -> throw unexpected(wrong);
                    case SubmitOutcome.Mismatch wrong -> throw unexpected(wrong);
                    case SubmitOutcome.Superseded other -> throw unexpected(other);
                    case SubmitOutcome.Stopped stopped -> throw unexpected(stopped);
                }
                Clock.system().pause(PAUSE);
            }
        }
    }

    private static IllegalStateException unexpected(SubmitOutcome outcome) {
        return new IllegalStateException("the submit ended as " + outcome);
    }

    private static void note(Path refusals, SubmitOutcome.QueueFull full) {
        try {
            Files.writeString(
                    refusals,
                    full.depth() + " " + full.bound() + "\n",
                    StandardOpenOption.CREATE,
                    StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
