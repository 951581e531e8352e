package dev.assay.worker.simulation;

import dev.assay.schemas.FailureKind;
import dev.assay.worker.call.Candidate;
import dev.assay.worker.call.Reply;
import dev.assay.worker.route.Step;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What many clients do: three retries after 1, 2 and 4 s at the same model, whatever the failure. */
final class NaiveConduct implements Conduct {
    private static final int RETRIES = 3;

    private final Candidate candidate;
    private int failures;
    private @Nullable Reply last;
    private boolean waited;

    NaiveConduct(Candidate candidate) {
        this.candidate = candidate;
    }

    @Override
    public Step next(long now, Duration left, Duration entryLeft) {
        if (last instanceof Reply.Answered || (last != null && failures > RETRIES)) {
            return new Step.End(last);
        }
        if (last == null || waited) {
            waited = false;
            return new Step.Ask(candidate, Duration.ZERO, false, false);
        }
        waited = true;
        return new Step.Wait(Duration.ofSeconds(1L << (failures - 1)), FailureKind.UNKNOWN, false);
    }

    @Override
    public void replied(Candidate of, Reply reply, long now) {
        last = reply;
        failures += reply instanceof Reply.Answered ? 0 : 1;
    }

    @Override
    public Conduct resumed() {
        throw new IllegalStateException("it never parks");
    }
}
