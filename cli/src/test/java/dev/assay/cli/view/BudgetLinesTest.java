package dev.assay.cli.view;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.budget.ledger.BudgetView;
import dev.assay.budget.ledger.LimitView;
import dev.assay.cli.read.BudgetStanding;
import dev.assay.cli.terminal.Style;
import dev.assay.schemas.Amounts;
import dev.assay.schemas.BudgetLimit;
import dev.assay.schemas.BudgetLimits;
import dev.assay.schemas.BudgetMeasure;
import dev.assay.schemas.BudgetWindow;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class BudgetLinesTest {
    private static final Instant NOW = Instant.parse("2026-03-04T10:00:00Z");
    private static final Amounts NOTHING = new Amounts(0L, 0L, 0L, 0L);

    @Test
    void aBudgetHasARowForEachLimitAndWordsForWhatIsOutOfTheOrdinary() {
        BudgetView calls = new BudgetView(
                "calls/openai/gpt-4o",
                limits("calls/openai/gpt-4o", true),
                List.of(
                        use(BudgetMeasure.REQUESTS, BudgetWindow.MINUTE, 600, 24, 391),
                        use(BudgetMeasure.TOKENS, BudgetWindow.MINUTE, 60_000, 4_800, 31_200),
                        use(BudgetMeasure.REQUESTS, BudgetWindow.HELD, 32, 24, 0)),
                24,
                0,
                NOW.plusSeconds(13),
                0.5,
                NOTHING,
                new Amounts(3L, 300L, 200L, 0L),
                NOTHING,
                NOTHING);
        BudgetView quota = new BudgetView(
                "tenant/acme/batch/eval",
                limits("tenant/acme/batch/eval", false),
                List.of(use(BudgetMeasure.MONEY, BudgetWindow.DAY, 300_000_000, 1_000_000, 231_500_000)),
                2,
                0,
                null,
                1,
                NOTHING,
                NOTHING,
                NOTHING,
                NOTHING);

        assertThat(BudgetLines.of(
                        List.of(
                                new BudgetStanding(calls, 117, "worker-1-5f3a", true),
                                new BudgetStanding(quota, 0, "worker-2-77ab", false)),
                        NOW,
                        Style.PLAIN))
                .containsExactly(
                        "BUDGET                  LIMIT                   RESERVED    USED   TAKEN  HELD  WAITING  GATE"
                                + "               FACTOR  OWNER",
                        "calls/openai/gpt-4o     600 requests a minute         24     391  69.2 %    24      117 "
                                + " closed for 13.0 s    0.50  worker-1-5f3a",
                        "                        60,000 tokens a minute     4,800  31,200  60.0 %",
                        "                        32 requests at a time         24       0  75.0 %",
                        "tenant/acme/batch/eval  250.00 of money a day       1.00  231.50  93.0 %     2        0  open"
                                + "                 1.00  nobody",
                        "",
                        "limits of calls/openai/gpt-4o: set by ada@host at 2026-03-04T10:00:00Z: they allow more",
                        "nobody confirmed what 3 calls of calls/openai/gpt-4o took today; charged as reserved",
                        "limits of tenant/acme/batch/eval: from the settings of ada@host",
                        "nobody keeps tenant/acme/batch/eval: nothing of it is granted until a worker runs");
    }

    @Test
    void whereThereAreNoBudgetsItSaysHowToHaveSome() {
        assertThat(BudgetLines.of(List.of(), NOW, Style.PLAIN))
                .containsExactly(
                        "no budget has limits; give some in the workers' settings, or with: assay budgets set");
    }

    private static LimitView use(BudgetMeasure measure, BudgetWindow window, long amount, long reserved, long used) {
        return new LimitView(new BudgetLimit(measure, window, amount), reserved, used);
    }

    private static BudgetLimits limits(String budget, boolean isSetByHand) {
        return BudgetLimits.newBuilder()
                .setBudget(budget)
                .setLimits(List.of())
                .setIsSetByHand(isSetByHand)
                .setBy("ada@host")
                .setReason("they allow more")
                .setAt(NOW)
                .build();
    }
}
