package dev.assay.schemas.golden;

import dev.assay.schemas.FallbackWindow;
import dev.assay.schemas.JobStatus;
import dev.assay.schemas.JudgeCall;
import dev.assay.schemas.Judging;
import dev.assay.schemas.ScoreSet;
import dev.assay.schemas.SummarySlice;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Map;

/** What scores, summaries and judges are made of, every field set. */
final class ScoreSamples {
    private static final Instant TIME = Instant.parse("2026-03-02T01:02:03.004Z");

    private ScoreSamples() {}

    static Judging judging() {
        return Judging.newBuilder()
                .setRunId("run-1")
                .setJobId("job/ü-7")
                .setGeneration(1)
                .setPart(2)
                .setSwapped(true)
                .setRepair(true)
                .setPartition(11)
                .build();
    }

    static JudgeCall judgeCall() {
        return JudgeCall.newBuilder()
                .setJobId("job/ü-7#1.2b-repair")
                .setSwapped(true)
                .setRepair(true)
                .setStatus(JobStatus.FALLBACK)
                .setModel("judge-small")
                .setUsedFallback("beta/judge-small")
                .setText("{\"winner\":\"B\"}")
                .setVerdict("B")
                .setProblem("no reason given")
                .setAttempts(3)
                .setUsage(Samples.usage())
                .setCost(new BigDecimal("0.000012000"))
                .build();
    }

    static SummarySlice slice() {
        return SummarySlice.newBuilder()
                .setDimension("answered-by")
                .setName("primary")
                .setFinished(1_000)
                .setOutcomes(Map.of("SCORED", 990L))
                .setScored(990)
                .setPassed(891)
                .setMean(0.9)
                .setPassRate(0.9)
                .setPassRateLow(0.8798)
                .setPassRateHigh(0.9171)
                .build();
    }

    static FallbackWindow fallbackWindow() {
        return FallbackWindow.newBuilder()
                .setLane("batch")
                .setModel("gpt-4o")
                .setWindowStart(TIME)
                .setWindowMillis(60_000)
                .setAnswered(320)
                .setFallbacks(Map.of("OVERLOADED", 24L))
                .build();
    }

    static ScoreSet scoreSet() {
        return ScoreSet.newBuilder()
                .setRunId("run-1")
                .setName("strict")
                .setBasedOn("first")
                .setExpectation("numeric (tolerance=0.01), the run's own targets")
                .setExpectationHash("beef")
                .setBy("data@desk")
                .setReason("half-right answers passed")
                .setAt(TIME)
                .setSummary(Samples.summary())
                .build();
    }
}
