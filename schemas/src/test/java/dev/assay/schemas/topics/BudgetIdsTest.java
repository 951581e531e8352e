package dev.assay.schemas.topics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.schemas.Account;
import org.junit.jupiter.api.Test;

class BudgetIdsTest {
    @Test
    void idsAreAContract() {
        assertThat(BudgetIds.calls("alpha-eval", "meta/llama-3")).isEqualTo("calls/alpha-eval/meta/llama-3");
        assertThat(BudgetIds.tenant("team/a", "batch", Account.BUSINESS)).isEqualTo("tenant/team/a/batch/business");
        assertThat(BudgetIds.tenant("team-a", "batch", Account.EVAL)).isEqualTo("tenant/team-a/batch/eval");
        assertThat(BudgetIds.tenant("team-a", "batch", Account.SHADOW)).isEqualTo("tenant/team-a/batch/shadow");
    }

    @Test
    void anIdSaysOfWhatKindItIs() {
        assertThat(BudgetIds.isCalls(BudgetIds.calls("a", "m"))).isTrue();
        assertThat(BudgetIds.isTenant(BudgetIds.calls("a", "m"))).isFalse();
        assertThat(BudgetIds.isTenant(BudgetIds.tenant("t", "l", Account.EVAL))).isTrue();
        assertThat(BudgetIds.isCalls(BudgetIds.tenant("t", "l", Account.EVAL))).isFalse();
    }
}
