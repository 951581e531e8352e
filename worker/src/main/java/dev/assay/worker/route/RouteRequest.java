package dev.assay.worker.route;

import dev.assay.runtime.LaneDefaults;
import dev.assay.schemas.Attempt;
import dev.assay.schemas.EliminatedCandidate;
import dev.assay.worker.call.Payer;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A job that is to be answered by its route.
 *
 * @param route the candidates
 * @param demand what the job demands of them
 * @param body the request body as the job gives it
 * @param identity the delivery's part of the idempotency keys
 * @param limits the lane's time limits
 * @param maxTokens cap on output tokens as the job states it; null when it states none
 * @param maxWait named waiting tier that the job asks for; null for none
 * @param deadlineNanos monotonic nanoseconds after which no call may run
 * @param queueWait from enqueueing to the delivery's start
 * @param templateVersion version of the prompt template that the body was made from
 * @param payer whose job it is
 * @param before physical calls made for it before it was parked, in order
 * @param eliminated candidates that were out by then
 */
public record RouteRequest(
        Route route,
        Demand demand,
        String body,
        String identity,
        LaneDefaults limits,
        @Nullable Integer maxTokens,
        @Nullable String maxWait,
        long deadlineNanos,
        Duration queueWait,
        @Nullable String templateVersion,
        Payer payer,
        List<Attempt> before,
        List<EliminatedCandidate> eliminated) {
    public RouteRequest {
        before = List.copyOf(before);
        eliminated = List.copyOf(eliminated);
    }
}
