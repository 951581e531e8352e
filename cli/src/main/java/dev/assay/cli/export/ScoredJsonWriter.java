package dev.assay.cli.export;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.schemas.Attempt;
import dev.assay.schemas.EliminatedCandidate;
import dev.assay.schemas.RecordJson;
import dev.assay.schemas.Result;
import dev.assay.schemas.Score;
import dev.assay.schemas.ScorePart;
import dev.assay.schemas.TokenUsage;
import java.io.IOException;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;

/** One JSON object a job: what was answered, how it counts, what it took. */
public final class ScoredJsonWriter implements ResultWriter {
    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    private final OutputStream output;

    public ScoredJsonWriter(OutputStream output) {
        this.output = output;
    }

    @Override
    public void write(Result result, @Nullable Score score) throws IOException {
        output.write(MAPPER.writeValueAsBytes(line(result, score)));
        output.write('\n');
    }

    @Override
    public void close() throws IOException {
        output.close();
    }

    private static ObjectNode line(Result result, @Nullable Score score) {
        ObjectNode line = JsonNodeFactory.instance.objectNode();
        line.put("custom_id", result.getJobId());
        line.put("ordinal", result.getOrdinal());
        line.put("generation", result.getGeneration());
        line.put("status", result.getStatus().name());
        line.put("outcome", score == null ? null : score.getOutcome().name());
        line.put("value", score == null ? null : score.getValue());
        line.put("passed", score == null ? null : score.getPassed());
        line.put("unscored_reason", score == null ? null : score.getUnscoredReason());
        line.put("answer", result.getAnswer());
        ArrayNode parts = line.putArray("parts");
        if (score != null) {
            for (ScorePart part : score.getParts()) {
                parts.add(RecordJson.of(part));
            }
        }
        line.put(
                "failure_kind",
                result.getFailureKind() == null ? null : result.getFailureKind().name());
        line.put("failure_message", result.getFailureMessage());
        line.put("finish_reason", result.getFinishReason());
        line.put("request_model", result.getRequestModel());
        line.put("response_model", result.getResponseModel());
        line.put("source", result.getSource().name());
        line.put("primary_model_failed", result.getPrimaryModelFailed());
        line.put("used_fallback", result.getUsedFallback());
        line.put(
                "fallback_reason",
                result.getFallbackReason() == null
                        ? null
                        : result.getFallbackReason().name());
        line.put("degrade_level", result.getDegradeLevel());
        line.put("needs_review", result.getNeedsReview());
        line.put("model_drift", result.getRouteEvidence().getModelDrift());
        line.put("retries", result.getRetries());
        line.put("parked", result.getParked());
        line.put("billed_uncertain", result.getBilledUncertain());
        line.put("attempts", result.getAttempts().size());
        line.set("calls", calls(result));
        line.set("passed_over", passedOver(result));
        TokenUsage usage = result.getUsage();
        line.set("usage", usage == null ? JsonNodeFactory.instance.nullNode() : RecordJson.of(usage));
        line.put("cost", result.getCost());
        line.put("turnaround_ms", Math.max(0, Columns.turnaroundMillis(result)));
        ObjectNode tags = line.putObject("tags");
        result.getTags().forEach(tags::put);
        return line;
    }

    /** Every physical call, in order. */
    private static ArrayNode calls(Result result) {
        ArrayNode calls = JsonNodeFactory.instance.arrayNode();
        for (Attempt attempt : result.getAttempts()) {
            ObjectNode call = calls.addObject();
            call.put("number", attempt.getNumber());
            call.put("provider", attempt.getProvider());
            call.put("account", attempt.getAccount());
            call.put("model", attempt.getRequestModel());
            call.put("started_at", attempt.getStartedAt().toString());
            call.put("duration_ms", attempt.getDurationMillis());
            call.put("permit_wait_ms", attempt.getPermitWaitMillis());
            call.put("http_status", attempt.getHttpStatus());
            call.put(
                    "failure_kind",
                    attempt.getFailureKind() == null
                            ? null
                            : attempt.getFailureKind().name());
            call.put("failure_rule", attempt.getFailureRule());
            call.put("wait_hint_offered_ms", attempt.getWaitHintOfferedMillis());
            call.put("wait_hint_honoured_ms", attempt.getWaitHintHonouredMillis());
            call.put("billed_uncertain", attempt.getBilledUncertain());
        }
        return calls;
    }

    private static ArrayNode passedOver(Result result) {
        ArrayNode passed = JsonNodeFactory.instance.arrayNode();
        for (EliminatedCandidate candidate : result.getRouteEvidence().getEliminated()) {
            passed.addObject().put("candidate", candidate.getCandidate()).put("reason", candidate.getReason());
        }
        return passed;
    }
}
