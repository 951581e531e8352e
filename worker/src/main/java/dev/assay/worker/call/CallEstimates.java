package dev.assay.worker.call;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.budget.OutputHistory;
import dev.assay.budget.TokenEstimator;
import dev.assay.schemas.Attempt;
import dev.assay.schemas.TokenUsage;
import dev.assay.worker.failure.Json;
import dev.assay.worker.meters.BudgetMeters;
import dev.assay.worker.spend.Billed;
import dev.assay.worker.spend.OutputBound;
import java.nio.charset.StandardCharsets;
import java.util.OptionalLong;
import java.util.function.Function;

/** Says before a call what it may take, and learns from what it took. */
final class CallEstimates {
    /** Output of a call that states no cap, of a model that has not answered yet. */
    static final long UNKNOWN_OUTPUT = 1_024;

    private static final long MOST_CHOICES = 128;

    private final TokenEstimator tokens = new TokenEstimator();
    private final OutputHistory history = new OutputHistory();
    private final Function<Candidate, OutputBound> bounds;
    private final BudgetMeters meters;

    /** @param bounds how much is reserved for a cap that a request states */
    CallEstimates(Function<Candidate, OutputBound> bounds, BudgetMeters meters) {
        this.bounds = bounds;
        this.meters = meters;
    }

    Estimate of(CallRequest request) {
        Candidate candidate = request.candidate();
        JsonNode body = Json.parse(request.body().getBytes(StandardCharsets.UTF_8))
                .map(JsonNode.class::cast)
                .orElse(MissingNode.getInstance());
        long input =
                body instanceof ObjectNode object ? tokens.countRequest(object.put("model", candidate.model())) : 0;
        long choices = Math.clamp(body.path("n").asLong(1), 1, MOST_CHOICES);
        long output = choices * outputOf(candidate, request.payer().suite(), cap(body));
        return new Estimate(input, output, money(candidate, input, output));
    }

    /** Takes note of what a call took by the provider's count. */
    void learn(CallRequest request, Estimate estimate, Attempt attempt) {
        TokenUsage usage = attempt.getUsage();
        if (usage == null || attempt.getUsageEstimated()) {
            return;
        }
        Candidate candidate = request.candidate();
        history.answered(candidate.model(), request.payer().suite(), usage.getOutput());
        meters.counted(candidate.provider(), candidate.model(), "input", estimate.inputTokens(), usage.getInput());
        meters.counted(candidate.provider(), candidate.model(), "output", estimate.outputTokens(), usage.getOutput());
    }

    private long outputOf(Candidate candidate, String suite, OptionalLong cap) {
        if (cap.isPresent() && bounds.apply(candidate) == OutputBound.CAP) {
            return cap.getAsLong();
        }
        OptionalLong usual = history.usualMost(candidate.model(), suite);
        if (cap.isPresent()) {
            return usual.isPresent() ? Math.min(usual.getAsLong(), cap.getAsLong()) : cap.getAsLong();
        }
        return usual.orElse(UNKNOWN_OUTPUT);
    }

    private static OptionalLong cap(JsonNode body) {
        for (String name : TokenCap.FIELDS) {
            JsonNode cap = body.path(name);
            if (cap.isIntegralNumber() && cap.canConvertToLong() && cap.longValue() >= 0) {
                return OptionalLong.of(Math.min(cap.longValue(), Integer.MAX_VALUE));
            }
        }
        return OptionalLong.empty();
    }

    private static long money(Candidate candidate, long input, long output) {
        return candidate
                .prices()
                .map(prices -> Billed.micros(prices.cost(TokenUsage.newBuilder()
                        .setInput(input)
                        .setOutput(output)
                        .build())))
                .orElse(0L);
    }
}
