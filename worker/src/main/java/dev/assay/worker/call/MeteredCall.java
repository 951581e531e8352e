package dev.assay.worker.call;

import dev.assay.schemas.Attempt;
import dev.assay.worker.meters.WorkerMeters;
import java.time.Duration;
import java.util.Optional;

/** Measures every physical call that a reply took. */
final class MeteredCall implements ModelCall {
    private final ModelCall delegate;
    private final WorkerMeters meters;

    MeteredCall(ModelCall delegate, WorkerMeters meters) {
        this.delegate = delegate;
        this.meters = meters;
    }

    @Override
    public Reply call(CallRequest request) {
        Reply reply = delegate.call(request);
        for (Attempt attempt : reply.attempts()) {
            meters.attempted(
                    attempt.getProvider(),
                    attempt.getRequestModel(),
                    Optional.ofNullable(attempt.getResponseModel()),
                    Optional.ofNullable(attempt.getFailureKind()),
                    Duration.ofMillis(attempt.getDurationMillis()),
                    Optional.ofNullable(attempt.getUsage()));
            if (ModelPipelines.isDrift(attempt.getRequestModel(), attempt.getResponseModel())) {
                meters.drifted(attempt.getProvider(), attempt.getRequestModel());
            }
        }
        return reply;
    }

    @Override
    public String toString() {
        return "metered(" + delegate + ")";
    }
}
