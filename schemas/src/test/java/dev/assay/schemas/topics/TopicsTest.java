package dev.assay.schemas.topics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/** Other programs read these topics and look for these keys and headers: a changed name breaks them. */
class TopicsTest {
    private final Topics topics = Topics.standard();

    @Test
    void topicNamesAreAContract() {
        assertThat(topics.jobs("batch")).isEqualTo("assay.jobs.batch");
        assertThat(topics.parked("batch", Horizon.MINUTE)).isEqualTo("assay.parked.batch.1m");
        assertThat(topics.parked("batch", Horizon.TEN_MINUTES)).isEqualTo("assay.parked.batch.10m");
        assertThat(topics.parked("batch", Horizon.HOUR)).isEqualTo("assay.parked.batch.1h");
        assertThat(topics.parked("batch", Horizon.DAY)).isEqualTo("assay.parked.batch.1d");
        assertThat(topics.results()).isEqualTo("assay.results");
        assertThat(topics.scores()).isEqualTo("assay.scores");
        assertThat(topics.runs()).isEqualTo("assay.runs");
        assertThat(topics.submits()).isEqualTo("assay.submits");
        assertThat(topics.fleet()).isEqualTo("assay.fleet");
        assertThat(topics.deadLetterJobs()).isEqualTo("assay.dead-letters.jobs");
        assertThat(topics.deadLetterResults()).isEqualTo("assay.dead-letters.results");
        assertThat(topics.schemas()).isEqualTo("assay.schemas");
        assertThat(topics.ledgerRequests()).isEqualTo("assay.ledger.requests");
        assertThat(topics.ledgerGrants()).isEqualTo("assay.ledger.grants");
        assertThat(topics.ledgerState()).isEqualTo("assay.ledger.state");
    }

    @Test
    void groupAndTransactionalIdsAreAContract() {
        assertThat(topics.workerGroup("batch")).isEqualTo("assay.workers.batch");
        assertThat(topics.parkedGroup("batch")).isEqualTo("assay.parked.batch");
        assertThat(topics.scorerGroup()).isEqualTo("assay.scorer");
        assertThat(topics.slotRequests()).isEqualTo("assay.slots.requests");
        assertThat(topics.slotGrants()).isEqualTo("assay.slots.grants");
        assertThat(topics.slotState()).isEqualTo("assay.slots.state");
        assertThat(topics.slotGroup()).isEqualTo("assay.slots");
        assertThat(topics.ledgerGroup()).isEqualTo("assay.ledger");
        assertThat(topics.submitTransactionalId("run-1")).isEqualTo("assay.submit.run-1");
        assertThat(topics.workerTransactionalId("batch", "w1")).isEqualTo("assay.worker.batch.w1");
    }

    @Test
    void keysAreAContract() {
        assertThat(Keys.job("run-1", "a/b ü")).isEqualTo("run-1/a/b ü");
        assertThat(Keys.manifest("run-1")).isEqualTo("run-1/manifest");
        assertThat(Keys.progress("run-1")).isEqualTo("run-1/progress");
        assertThat(Keys.summary("run-1")).isEqualTo("run-1/summary");
        assertThat(Keys.submitChunk("run-1", 12)).isEqualTo("run-1/12");
        assertThat(Keys.cancel("run-1")).isEqualTo("cancel/run-1");
        assertThat(Keys.laneBound("batch")).isEqualTo("lane/batch");
        assertThat(Keys.budgetLimits("calls/alpha-eval/gpt-4o")).isEqualTo("budget/calls/alpha-eval/gpt-4o");
        assertThat(Keys.budgetOf("budget/calls/alpha-eval/gpt-4o")).isEqualTo("calls/alpha-eval/gpt-4o");
        assertThat(Keys.budgetOf("lane/batch")).isNull();
        assertThat(Keys.laneOf("lane/batch")).isEqualTo("batch");
        assertThat(Keys.laneOf("budget/lane/batch")).isNull();
        assertThat(BudgetIds.lane("batch")).isEqualTo("lane/batch");
        assertThat(BudgetIds.laneOf("lane/batch")).isEqualTo("batch");
        assertThat(BudgetIds.isLane("calls/lane/batch")).isFalse();
        assertThat(Keys.ledgerSnapshot(3, 1_234)).isEqualTo("3/1234");
    }

    @Test
    void theRunOfAKeyIsWhatStandsBeforeTheFirstSlash() {
        assertThat(Keys.runIdOf(Keys.job("run-1", "a/b"))).isEqualTo("run-1");
        assertThat(Keys.runIdOf(Keys.summary("run-1"))).isEqualTo("run-1");
        assertThat(Keys.runIdOf("no slash")).isEqualTo("no slash");
    }

    @Test
    void headersAreAContract() {
        assertThat(HeaderNames.TENANT).isEqualTo("assay.tenant");
        assertThat(HeaderNames.RUN_ID).isEqualTo("assay.runId");
        assertThat(HeaderNames.JOB_ID).isEqualTo("assay.jobId");
        assertThat(HeaderNames.TRACEPARENT).isEqualTo("traceparent");
        assertThat(HeaderNames.PARKED).isEqualTo("assay.parked");
        assertThat(HeaderNames.PARKED_DUE).isEqualTo("assay.parked.due");
        assertThat(HeaderNames.PARKED_HELD_BY).isEqualTo("assay.parked.heldBy");
    }

    @Test
    void aPrefixKeepsInstallationsApart() {
        Topics other = new Topics("team-a.assay");

        assertThat(other.jobs("batch")).isEqualTo("team-a.assay.jobs.batch");
        assertThat(other.workerGroup("batch")).isEqualTo("team-a.assay.workers.batch");
        assertThat(other.submitTransactionalId("r")).isEqualTo("team-a.assay.submit.r");
    }

    @Test
    void theLongestNamesAreStillTopicNames() {
        String longest = "x".repeat(100);

        assertThat(new Topics(longest).jobs(longest)).hasSizeLessThanOrEqualTo(249);
        for (Horizon horizon : Horizon.values()) {
            assertThat(new Topics(longest).parked(longest, horizon)).hasSizeLessThanOrEqualTo(249);
        }
    }

    @Test
    void badPartsAreRefusedWhereverTheyComeIn() {
        assertThatThrownBy(() -> new Topics("")).hasMessageContaining("prefix: ''");
        assertThatThrownBy(() -> topics.jobs("a/b")).hasMessageContaining("lane: 'a/b'");
        assertThatThrownBy(() -> topics.workerGroup("a b")).hasMessageContaining("lane: 'a b'");
        assertThatThrownBy(() -> topics.submitTransactionalId("r/1")).hasMessageContaining("run id: 'r/1'");
        assertThatThrownBy(() -> Keys.job("r/1", "j")).hasMessageContaining("run id: 'r/1'");
        assertThatThrownBy(() -> Keys.cancel("")).hasMessageContaining("run id: ''");
    }
}
