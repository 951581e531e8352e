package dev.assay.scorer;

import static dev.assay.scorer.testing.Results.answered;
import static dev.assay.scorer.testing.Results.ended;
import static dev.assay.scorer.testing.Results.expecting;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.assay.schemas.Account;
import dev.assay.schemas.Expecting;
import dev.assay.schemas.Job;
import dev.assay.schemas.JobStatus;
import dev.assay.schemas.JudgeCall;
import dev.assay.schemas.Outcome;
import dev.assay.schemas.Result;
import dev.assay.schemas.RunSummary;
import dev.assay.schemas.Score;
import dev.assay.scorer.testing.Results;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JudgedScoresTest {
    private static final String FINE = "{\"reason\":\"fine\",\"score\":1}";

    private Driver driver;

    @BeforeEach
    void open(@TempDir Path stateDir) {
        driver = new Driver(ScorerSettings.in(stateDir).withJudges(3));
    }

    @AfterEach
    void close() {
        driver.close();
    }

    @Test
    void anAnswerWaitsForItsJudge() {
        driver.result(judged(0).setTraceparent("00-t").setRequiredRegion("eu").build());
        driver.settle();
        assertThat(driver.scores()).isEmpty();
        Job job = driver.judgeJobs().getFirst();
        assertThat(job.getLane()).isEqualTo("judge");
        assertThat(job.getRoute()).isEqualTo("judge");
        assertThat(job.getAccount()).isEqualTo(Account.EVAL);
        assertThat(job.getTenant()).isEqualTo("acme");
        assertThat(job.getRequiredRegion()).isEqualTo("eu");
        assertThat(job.getTraceparent()).isEqualTo("00-t");
        assertThat(job.getBody()).contains("the question").contains("answer 0");
        assertThat(job.getJudging().getPartition()).isZero();

        driver.result(reply(job, FINE));
        driver.settle();

        Score score = driver.scores().getFirst();
        assertThat(score.getJobId()).isEqualTo("job-0");
        assertThat(score.getValue()).isEqualTo(1.0);
        JudgeCall call = score.getParts().getFirst().getJudgeCalls().getFirst();
        assertThat(call.getText()).isEqualTo(FINE);
        assertThat(call.getVerdict()).isEqualTo("1");
        assertThat(driver.summaries())
                .extracting(RunSummary::getRunId, RunSummary::getFinished)
                .containsExactly(tuple("run", 1L));
    }

    @Test
    void noMoreAreOutThanAllowedAndTheOthersFollow() {
        for (int i = 0; i < 10; i++) {
            driver.result(judged(i).build());
        }
        List<Job> asked = new ArrayList<>(driver.judgeJobs());
        assertThat(asked).hasSize(3);
        assertThat(driver.registry.get(ScorerMeters.JUDGE_OUT).gauge().value()).isEqualTo(3);
        assertThat(driver.registry.get(ScorerMeters.JUDGE_QUEUED).gauge().value())
                .isEqualTo(7);

        for (int i = 0; i < asked.size(); i++) {
            driver.result(reply(asked.get(i), FINE));
            asked.addAll(driver.judgeJobs());
        }

        assertThat(asked).hasSize(10).extracting(Job::getJobId).doesNotHaveDuplicates();
        assertThat(driver.scores()).hasSize(10);
        assertThat(driver.registry.get(ScorerMeters.JUDGE_OUT).gauge().value()).isZero();
    }

    @Test
    void aReplyThatCannotBeReadIsAskedForOnceMore() {
        driver.result(judged(0).build());
        driver.result(reply(driver.judgeJobs().getFirst(), "a fine answer"));
        Job repair = driver.judgeJobs().getFirst();
        assertThat(repair.getJudging().getRepair()).isTrue();
        assertThat(repair.getBody()).contains("a fine answer").contains("cannot be used");

        driver.result(reply(repair, "as I said"));

        assertThat(driver.judgeJobs()).isEmpty();
        Score score = driver.scores().getFirst();
        assertThat(score.getUnscoredReason()).isEqualTo("judge_parse");
        assertThat(score.getParts().getFirst().getJudgeCalls())
                .extracting(JudgeCall::getText)
                .containsExactly("a fine answer", "as I said");
    }

    @Test
    void doubledResultsAndRepliesChangeNothing() {
        Result result = judged(0).build();
        driver.result(result);
        driver.result(result);
        List<Job> jobs = driver.judgeJobs();
        assertThat(jobs).hasSize(1);

        driver.result(reply(jobs.getFirst(), FINE));
        driver.result(reply(jobs.getFirst(), "{\"reason\":\"no\",\"score\":0}"));
        driver.result(result);

        assertThat(driver.scores()).singleElement().extracting(Score::getValue).isEqualTo(1.0);
        assertThat(driver.judgeJobs()).isEmpty();
        assertThat(driver.count(ScorerMeters.JUDGE_UNWANTED)).isEqualTo(1);
    }

    @Test
    void aLaterGenerationTakesThePlaceOfOneThatWaits() {
        driver.result(judged(0).build());
        Job first = driver.judgeJobs().getFirst();
        driver.result(judged(0).setGeneration(1).setAnswer("better").build());
        Job second = driver.judgeJobs().getFirst();

        driver.result(reply(first, "{\"reason\":\"no\",\"score\":0}"));
        driver.result(reply(second, FINE));

        assertThat(driver.scores()).singleElement().satisfies(score -> {
            assertThat(score.getGeneration()).isEqualTo(1);
            assertThat(score.getValue()).isEqualTo(1.0);
        });
        assertThat(driver.registry.get(ScorerMeters.JUDGE_OUT).gauge().value()).isZero();
    }

    @Test
    void aJudgeThatFailsLeavesTheAnswerWithoutAValue() {
        driver.result(judged(0).build());
        Job job = driver.judgeJobs().getFirst();
        driver.result(Result.newBuilder(reply(job, ""))
                .setStatus(JobStatus.DEAD_LETTERED)
                .setAnswer(null)
                .setFailureMessage("no such model")
                .build());

        assertThat(driver.scores()).singleElement().satisfies(score -> {
            assertThat(score.getOutcome()).isEqualTo(Outcome.UNSCORED);
            assertThat(score.getUnscoredReason()).isEqualTo("judge_failed");
            assertThat(score.getParts().getFirst().getExplanation()).isEqualTo("no such model");
        });
    }

    @Test
    void anAnswerWhoseJudgeNeverRepliesIsGivenUpAfterItsTime() {
        driver.result(judged(0).build());
        driver.pass(Duration.ofHours(23));
        assertThat(driver.scores()).isEmpty();

        driver.pass(Duration.ofHours(2));

        assertThat(driver.scores())
                .singleElement()
                .extracting(Score::getUnscoredReason)
                .isEqualTo("judge_expired");
    }

    @Test
    void aPairAsksInBothOrders() {
        driver.result(answered("run", 0, "ours")
                .setExpectation(expecting(Expecting.use("pairwise", List.of("theirs"), Map.of(), 1)))
                .build());
        List<Job> jobs = driver.judgeJobs();
        assertThat(jobs).hasSize(2);

        driver.result(reply(jobs.get(0), "{\"reason\":\"r\",\"winner\":\"A\"}"));
        assertThat(driver.scores()).isEmpty();
        driver.result(reply(jobs.get(1), "{\"reason\":\"r\",\"winner\":\"B\"}"));

        assertThat(driver.scores()).singleElement().extracting(Score::getValue).isEqualTo(1.0);
    }

    @Test
    void noneIsAskedForWhatHasNoAnswer() {
        driver.result(Result.newBuilder(ended("run", 0, JobStatus.EXPIRED).build())
                .setExpectation(expecting(Expecting.use("judge", List.of("r"), Map.of(), 1)))
                .build());

        assertThat(driver.judgeJobs()).isEmpty();
        assertThat(driver.scores())
                .singleElement()
                .extracting(Score::getOutcome)
                .isEqualTo(Outcome.EXPIRED);
    }

    private static Result.Builder judged(int n) {
        return answered("run", n, "answer " + n)
                .setExpectation(dev.assay.schemas.Expectation.newBuilder(
                                expecting(Expecting.use("judge", List.of("r"), Map.of(), 1)))
                        .setQuestion("the question")
                        .build());
    }

    private static Result reply(Job job, String text) {
        return answered(job.getRunId(), 0, text)
                .setJobId(job.getJobId())
                .setLane(job.getLane())
                .setFinishedAt(Results.START.plusSeconds(1))
                .setJudging(job.getJudging())
                .build();
    }
}
