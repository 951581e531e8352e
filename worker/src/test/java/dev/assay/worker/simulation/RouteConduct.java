package dev.assay.worker.simulation;

import dev.assay.worker.failure.Action;
import dev.assay.worker.failure.Failure;
import dev.assay.worker.failure.FailureTable;
import java.time.Duration;
import java.util.Optional;
import java.util.Random;

/** provisional */
final class RouteConduct implements Conduct {
    private final int candidates;
    private final Random random;
    private int candidate;
    private int used;
    private int refusals;
    private Step next = new Step.Ask(0);
    private Optional<Integer> by = Optional.empty();

    RouteConduct(int candidates, Random random) {
        this.candidates = candidates;
        this.random = random;
    }

    @Override
    public Step next(long now) {
        Step step = next;
        next = new Step.Ask(candidate);
        return step;
    }

    @Override
    public void answered(int candidate, long now) {
        by = Optional.of(candidate);
        next = new Step.End();
    }

    @Override
    public void failed(int at, Failure failure, long now) {
        refusals = 0;
        FailureTable.Row row = FailureTable.row(failure.kind());
        boolean sw = row.action() instanceof Action.Switch && candidate + 1 < candidates;
        if (!sw && used < row.backoffs().size()) {
            Duration backoff = failure.waitHint().orElse(row.backoffs().get(used));
            next = new Step.Wait(Duration.ofNanos((long) (backoff.toNanos() * (0.7 + 0.6 * random.nextDouble()))));
            used++;
        } else if (candidate + 1 < candidates) {
            candidate++;
            used = 0;
            next = new Step.Ask(candidate);
        } else {
            next = new Step.End();
        }
    }

    @Override
    public void refused(int at, Refusal refusal, long now) {
        refusals++;
        if (refusals < candidates && refusal.kind() == dev.assay.schemas.FailureKind.CIRCUIT_OPEN) {
            candidate = (candidate + 1) % candidates;
            next = new Step.Ask(candidate);
        } else {
            refusals = 0;
            candidate = 0;
            next = refusal.pause().compareTo(Duration.ofSeconds(30)) > 0
                    ? new Step.Park(refusal.pause())
                    : new Step.Wait(refusal.pause());
        }
    }

    @Override
    public Optional<Integer> answeredBy() {
        return by;
    }
}
