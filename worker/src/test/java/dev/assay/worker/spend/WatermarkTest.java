package dev.assay.worker.spend;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.budget.ledger.LimitView;
import dev.assay.schemas.BudgetLimit;
import dev.assay.schemas.BudgetMeasure;
import dev.assay.schemas.BudgetWindow;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WatermarkTest {
    @ParameterizedTest
    @CsvSource({
        "0, 0, 1, FINE",
        "500, 299, 0, FINE",
        "500, 290, 10, WARN",
        "500, 490, 9, WARN",
        "500, 490, 10, CHEAPER",
        "1000, 150, 50, CHEAPER",
        "1000, 150, 51, STOP",
        "0, 0, 5000, STOP"
    })
    void whatIsUsedAndReservedAndTheCallItselfCount(long used, long reserved, long call, Watermark mark) {
        assertThat(Watermark.of(
                        List.of(use(BudgetMeasure.TOKENS, 1_200, reserved, used)),
                        Spent.of(1, call / 2, call - call / 2, 0)))
                .isEqualTo(mark);
    }

    @Test
    void theLimitThatIsFarthestCounts() {
        List<LimitView> uses =
                List.of(use(BudgetMeasure.TOKENS, 1_200, 0, 100), use(BudgetMeasure.MONEY, 1_200_000, 0, 850_000));

        assertThat(Watermark.of(uses, Spent.NOTHING)).isEqualTo(Watermark.WARN);
        assertThat(Watermark.of(uses, Spent.of(1, 1, 1, 200_000))).isEqualTo(Watermark.CHEAPER);
    }

    @Test
    void theLedgersLimitIsTheLastMark() {
        TenantLimits limits = new TenantLimits("acme", "batch", dev.assay.schemas.Account.EVAL, 1_000L, null, null);

        assertThat(limits.limits()).containsExactly(new BudgetLimit(BudgetMeasure.TOKENS, BudgetWindow.DAY, 1_200L));
    }

    @Test
    void theDayTurnsByUtc() {
        assertThat(QuotaWatch.untilNextDay(Instant.parse("2026-03-01T22:30:00Z")))
                .isEqualTo(Duration.ofMinutes(90));
    }

    private static LimitView use(BudgetMeasure measure, long amount, long reserved, long used) {
        return new LimitView(new BudgetLimit(measure, BudgetWindow.DAY, amount), reserved, used);
    }
}
