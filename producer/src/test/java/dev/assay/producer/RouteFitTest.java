package dev.assay.producer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.schemas.BudgetLimit;
import dev.assay.schemas.BudgetLimits;
import dev.assay.schemas.BudgetMeasure;
import dev.assay.schemas.BudgetWindow;
import dev.assay.schemas.CandidateBudget;
import dev.assay.schemas.Expectation;
import dev.assay.schemas.RouteBudgets;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RouteFitTest {
    private static final String BUDGET = "calls/house/big";
    private static final BudgetLimit A_THOUSAND_TOKENS =
            new BudgetLimit(BudgetMeasure.TOKENS, BudgetWindow.MINUTE, 1_000L);

    private static final Expectation EXPECTATION = Expectations.parse("{\"scorer\":\"exact\",\"ideal\":\"yes\"}");

    private final Map<String, BudgetLimits> limits = new HashMap<>();

    @Test
    void refusesWhatIsLargerThanAWholeMinute() throws Exception {
        limit(BUDGET, A_THOUSAND_TOKENS);
        RouteFit fit = fit(candidate(BUDGET));

        assertThat(fit.complaint(job(900, null))).isNull();
        assertThat(fit.complaint(job(1_200, null)))
                .matches("body: 1,2\\d\\d tokens of input and at most 0 of output never fit"
                        + " \\(limit of calls/house/big: 1,000 tokens a minute\\); no model of route main can take it");
    }

    @Test
    void countsTheRequestsOwnCapWhereItIsReserved() throws Exception {
        limit(BUDGET, A_THOUSAND_TOKENS);

        assertThat(fit(candidate(BUDGET)).complaint(job(100, 950))).contains("at most 950 of output");
        assertThat(fit(new CandidateBudget("big", BUDGET, false)).complaint(job(100, 950)))
                .as("where recent answers decide, nobody knows yet")
                .isNull();
    }

    @Test
    void aRequestThatOneModelOfTheRouteCanTakeIsLetIn() throws Exception {
        limit(BUDGET, A_THOUSAND_TOKENS);
        limit("calls/house/bigger", new BudgetLimit(BudgetMeasure.INPUT_TOKENS, BudgetWindow.MINUTE, 5_000L));

        RouteFit fit = fit(candidate(BUDGET), candidate("calls/house/bigger"));

        assertThat(fit.complaint(job(2_000, null))).isNull();
        assertThat(fit.complaint(job(6_000, null))).isNotNull();
    }

    @Test
    void whatIsNotKnownIsRoom() throws Exception {
        assertThat(fit(candidate(BUDGET)).complaint(job(9_000, 9_000)))
                .as("a model without limits")
                .isNull();
        limit(BUDGET, new BudgetLimit(BudgetMeasure.REQUESTS, BudgetWindow.MINUTE, 5L));
        assertThat(fit(candidate(BUDGET)).complaint(job(9_000, 9_000)))
                .as("limits on other things")
                .isNull();
        assertThat(RouteFit.UNKNOWN.complaint(job(9_000, 9_000))).isNull();
    }

    private RouteFit fit(CandidateBudget... candidates) {
        return RouteFit.of(new RouteBudgets("main", Arrays.asList(candidates), "worker-1", Instant.EPOCH), limits);
    }

    private void limit(String budget, BudgetLimit... of) {
        limits.put(
                budget,
                BudgetLimits.newBuilder()
                        .setBudget(budget)
                        .setLimits(List.of(of))
                        .setIsSetByHand(false)
                        .setBy("worker-1")
                        .setReason("settings")
                        .setAt(Instant.EPOCH)
                        .build());
    }

    private static CandidateBudget candidate(String budget) {
        return new CandidateBudget("big", budget, true);
    }

    /** A job of about so many tokens of input. */
    private static ValidJob job(int tokens, @Nullable Integer cap) throws Exception {
        String line = "{\"messages\":[{\"role\":\"user\",\"content\":\"" + "yes ".repeat(tokens) + "\"}]"
                + (cap == null ? "" : ",\"max_tokens\":" + cap) + "}";
        JsonLine body = JsonLine.parse(line);
        return new ValidJob(
                1,
                "job",
                line,
                line.getBytes(StandardCharsets.UTF_8).length,
                body.root(),
                EXPECTATION,
                Map.of(),
                null,
                cap,
                Fingerprint.of("job", line, EXPECTATION, Map.of(), null));
    }
}
