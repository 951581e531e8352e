package dev.assay.producer;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.schemas.Expecting;
import dev.assay.schemas.Job;
import dev.assay.schemas.ScorerUse;
import dev.assay.schemas.topics.Names;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What a submit says of a job that was made before and changed since: the same rules, whoever changed it. */
public sealed interface JobCheck {
    /**
     * It may be enqueued.
     *
     * @param body its body, parsed
     * @param maxTokens the cap on output tokens that the body states; null where it states none
     */
    record Good(ObjectNode body, @Nullable Integer maxTokens) implements JobCheck {}

    /** It may not; the reason names the field. */
    record Bad(String reason) implements JobCheck {}

    /**
     * Checks a job, but for its times.
     *
     * @param maxBodyBytes the longest body in bytes of UTF-8; a body of the usual limit always passes
     */
    static JobCheck of(Job job, int maxBodyBytes) {
        int most = Math.max(maxBodyBytes, JobSettings.DEFAULT_MAX_BODY_BYTES);
        try {
            Names.require("runId", job.getRunId());
            JobSettings unused = settings(job, most);
            for (ScorerUse use : job.getExpectation().getScorers()) {
                String complaint = ScorerRules.complaint(use);
                if (complaint != null) {
                    return new Bad("expectation: " + complaint);
                }
            }
            Optional<String> names =
                    Expecting.complaintOfNames(job.getExpectation().getScorers());
            if (names.isPresent()) {
                return new Bad("expectation: " + names.get());
            }
            ObjectNode body = JsonLine.parse(job.getBody()).root();
            ValidJob valid = new JobValidator(most, Instant.MIN).check(draft(job, body));
            return new Good(body, valid.maxTokens());
        } catch (BadLineException e) {
            return new Bad(e.column() > 0 ? "body: character " + e.column() + ": " + e.reason() : e.reason());
        } catch (IllegalArgumentException e) {
            return new Bad(String.valueOf(e.getMessage()));
        }
    }

    private static JobSettings settings(Job job, int maxBodyBytes) {
        return new JobSettings(
                job.getLane(),
                job.getRoute(),
                job.getTenant(),
                job.getAccount(),
                null,
                job.getTemplateId(),
                job.getTemplateVersion(),
                null,
                null,
                job.getMaxWait(),
                job.getSideEffects(),
                job.getRequiredRegion(),
                job.getPriority(),
                job.getTags(),
                job.getTraceparent(),
                maxBodyBytes,
                null);
    }

    private static Draft draft(Job job, ObjectNode body) {
        return new Draft(
                0,
                job.getJobId(),
                job.getBody(),
                body,
                job.getExpectation(),
                job.getTags(),
                null,
                (pointer, reason) -> new BadLineException(0, JsonLine.name(pointer) + ": " + reason));
    }
}
