package dev.assay.worker.call;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.budget.ledger.BudgetView;
import dev.assay.budget.ledger.Ledger;
import dev.assay.budget.ledger.LimitView;
import dev.assay.schemas.Amounts;
import dev.assay.schemas.BudgetLimit;
import dev.assay.schemas.BudgetMeasure;
import dev.assay.schemas.BudgetWindow;
import dev.assay.schemas.Throttled;
import dev.assay.worker.failure.LimitHeaders;
import dev.assay.worker.failure.LimitShown;
import dev.assay.worker.failure.ResponseHeaders;
import dev.assay.worker.spend.Spent;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What the headers of good answers are taken for, by the shapes that providers send. */
class ShownLimitsTest {
    private static final String BUDGET = "calls/a/m";
    private static final long SECOND = Duration.ofSeconds(1).toNanos();
    private static final long LIMIT = 10_000;
    private static final Amounts OWN = Spent.of(1, 80, 20, 0);

    private final ShownLimits limits = new ShownLimits();
    private final BudgetView idle = view(0, 0);

    @Test
    void whatSomebodyElseTookIsToldWhenTheJournalWasReadPastTheAnswer() {
        assertThat(note(idle, view(100, 100), shown("12000", "4000", "45s"), 0)).isEmpty();

        Throttled told = note(view(300, 300), view(400, 400), shown("12000", "11000", "45s"), 2 * SECOND)
                .orElseThrow();

        assertThat(told.getUntil()).isEqualTo(Ledger.NOTHING_REFUSED);
        assertThat(told.getMeasure()).isEqualTo(BudgetMeasure.TOKENS);
        // 10,000 of which 300 may be the fleet's leave 9,700, and 4,000 were left: 5,700 are somebody else's.
        assertThat(told.getUsed()).isEqualTo(400 + 5_700);
    }

    @Test
    void whatTheCallItselfWasGrantedIsChargedThoughItWasNotReadBack() {
        note(idle, view(100, 100), shown("12000", "4000", "45s"), 0);

        Throttled told = note(view(300, 300), view(300, 300), shown("12000", "4000", "45s"), 2 * SECOND)
                .orElseThrow();

        assertThat(told.getUsed()).isEqualTo(300 + 100 + 5_700);
    }

    @Test
    void whatTheFleetWasGrantedMeanwhileIsNobodyElses() {
        note(idle, view(100, 100), shown("12000", "4000", "45s"), 0);

        assertThat(note(view(200, 6_000), view(200, 6_000), shown("12000", "4000", "45s"), 2 * SECOND))
                .as("granted, counted, and given back since")
                .isEmpty();
    }

    @Test
    void aLimitOfADayIsNoneOfAMinute() {
        noteTwice(shown("12000", "10", "2m59.56s"));
        noteTwice(new ResponseHeaders(
                Map.of("x-ratelimit-limit-tokens-day", "12000", "x-ratelimit-remaining-tokens-day", "10")));
    }

    @Test
    void whatIsNotShownIsNotKnown() {
        noteTwice(shown("-1", "-1", "0"));
        noteTwice(shown("12000", "-1", "45s"));
        noteTwice(new ResponseHeaders(Map.of("x-ratelimit-remaining-tokens", "10")));
        noteTwice(
                new ResponseHeaders(Map.of("x-ratelimit-limit-tokens", "12000", "x-ratelimit-remaining-tokens", "10")));
    }

    @Test
    void moreThanTheLedgerThinksIsNoNews() {
        noteTwice(shown("12000", "11900", "1s"));
    }

    private void noteTwice(ResponseHeaders headers) {
        assertThat(note(idle, idle, headers, 0)).isEmpty();
        assertThat(note(idle, idle, headers, 2 * SECOND)).isEmpty();
    }

    private Optional<Throttled> note(BudgetView before, BudgetView now, ResponseHeaders headers, long nanos) {
        List<LimitShown> shown = LimitHeaders.read(headers, Instant.EPOCH);
        return limits.note(BUDGET, new ShownLimits.Before(before, OWN, nanos), now, shown, nanos);
    }

    private static ResponseHeaders shown(String limit, String remaining, String reset) {
        return new ResponseHeaders(Map.of(
                "x-ratelimit-limit-tokens",
                limit,
                "x-ratelimit-remaining-tokens",
                remaining,
                "x-ratelimit-reset-tokens",
                reset));
    }

    private static BudgetView view(long taken, long ever) {
        BudgetLimit limit = new BudgetLimit(BudgetMeasure.TOKENS, BudgetWindow.MINUTE, LIMIT);
        Amounts sum = Spent.of(1, ever, 0, 0);
        return new BudgetView(
                BUDGET,
                null,
                List.of(new LimitView(limit, 0, taken)),
                0,
                0,
                null,
                1,
                Spent.NOTHING,
                Spent.NOTHING,
                Spent.NOTHING,
                sum);
    }
}
