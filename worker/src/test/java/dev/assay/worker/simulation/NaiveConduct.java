package dev.assay.worker.simulation;

import dev.assay.worker.failure.Failure;
import java.time.Duration;
import java.util.Optional;

/** What many clients do: three retries after 1, 2 and 4 s, whatever the failure, at the same model. */
final class NaiveConduct implements Conduct {
    private static final int RETRIES = 3;

    private int attempts;
    private boolean answered;
    private boolean waits;

    @Override
    public Step next(long now) {
        if (answered || attempts > RETRIES) {
            return new Step.End();
        }
        if (waits) {
            waits = false;
            return new Step.Wait(Duration.ofSeconds(1L << (attempts - 1)));
        }
        return new Step.Ask(0);
    }

    @Override
    public void answered(int candidate, long now) {
        answered = true;
    }

    @Override
    public void failed(int candidate, Failure failure, long now) {
        attempts++;
        waits = attempts <= RETRIES;
    }

    @Override
    public void refused(int candidate, Refusal refusal, long now) {
        throw new IllegalStateException("nothing refuses a naive client's calls");
    }

    @Override
    public Optional<Integer> answeredBy() {
        return answered ? Optional.of(0) : Optional.empty();
    }
}
