package dev.assay.scorer.offline;

import dev.assay.schemas.Account;
import dev.assay.schemas.AnswerSource;
import dev.assay.schemas.Expectation;
import dev.assay.schemas.JobStatus;
import dev.assay.schemas.Result;
import dev.assay.schemas.RouteEvidence;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One line of the file.
 *
 * @param id what its score is called
 * @param output the answer; null where the line says that there is none
 * @param expectation how to score it
 */
record OfflineAnswer(String id, @Nullable String output, Expectation expectation) {
    private static final String OFFLINE = "offline";

    /** The answer as the result that a worker would have written, so that it is scored by the same code. */
    Result result(String runId, long ordinal, Instant when) {
        return Result.newBuilder()
                .setRunId(runId)
                .setJobId(id)
                .setGeneration(0)
                .setOrdinal(ordinal)
                .setTenant(OFFLINE)
                .setLane(OFFLINE)
                .setRoute(OFFLINE)
                .setAccount(Account.EVAL)
                .setStatus(JobStatus.SUCCEEDED)
                .setAnswer(output)
                .setSource(AnswerSource.NONE)
                .setAttempts(List.of())
                .setRouteEvidence(RouteEvidence.newBuilder().build())
                .setExpectation(expectation)
                .setDeliveries(0)
                .setWorker(OFFLINE)
                .setEnqueuedAt(when)
                .setStartedAt(when)
                .setFinishedAt(when)
                .setDeadline(when)
                .build();
    }
}
