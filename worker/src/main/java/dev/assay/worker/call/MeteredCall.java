package dev.assay.worker.call;

import dev.assay.schemas.Attempt;
import dev.assay.worker.alert.Alerts;
import dev.assay.worker.meters.WorkerMeters;
import java.time.Duration;
import java.util.Optional;

/** Measures every physical call that a reply took, and raises an alert for what a person must hear of. */
final class MeteredCall implements ModelCall {
    private final ModelCall delegate;
    private final WorkerMeters meters;
    private final Alerts alerts;

    MeteredCall(ModelCall delegate, WorkerMeters meters, Alerts alerts) {
        this.delegate = delegate;
        this.meters = meters;
        this.alerts = alerts;
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
            String responseModel = attempt.getResponseModel();
            if (responseModel != null && ModelPipelines.isDrift(attempt.getRequestModel(), responseModel)) {
                meters.drifted(attempt.getProvider(), attempt.getRequestModel());
                alerts.drifted(attempt.getAccount(), attempt.getRequestModel(), responseModel);
            }
        }
        if (reply instanceof Reply.Failed failed && !failed.attempts().isEmpty()) {
            Candidate candidate = request.candidate();
            alerts.failed(candidate.account(), candidate.model(), failed.failure());
        }
        return reply;
    }

    @Override
    public String toString() {
        return "metered(" + delegate + ")";
    }
}
