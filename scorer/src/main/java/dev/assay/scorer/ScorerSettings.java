package dev.assay.scorer;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.assay.runtime.LaneDefaults;
import dev.assay.scorer.judge.JudgeSettings;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How a scorer works. Only {@code stateDir} has no default.
 *
 * @param stateDir directory for its state, not shared with another scorer process; what is lost there is restored from
 *     the cluster
 * @param threads stream threads; results partitions are spread over the threads of all scorers
 * @param commitInterval how often its work becomes visible; each time is a transaction
 * @param summaryInterval how often the summary of a run that changes is written
 * @param jobsKept how long a run's jobs are remembered after its last result; a replay within it corrects the summary,
 *     a later one is scored but not counted. Longer than dead letters are kept
 * @param resultsKept how long the results topic keeps results; a submit that is older makes no summary by itself
 * @param judges most questions to judges that are out at a time for each partition of the results; the others wait in
 *     the scorer's state. With 0 none is asked
 * @param judgedWithin how long judges may take for an answer; after it the answer stays without a value
 * @param restarts how many failures of stream threads within ten minutes are answered with a new thread before the
 *     scorer stops
 */
public record ScorerSettings(
        Path stateDir,
        int threads,
        Duration commitInterval,
        Duration summaryInterval,
        Duration jobsKept,
        Duration resultsKept,
        int judges,
        Duration judgedWithin,
        int restarts) {
    private static final int THREADS = 1;
    private static final Duration COMMIT_INTERVAL = Duration.ofMillis(100);
    private static final Duration SUMMARY_INTERVAL = Duration.ofMillis(500);
    private static final Duration JOBS_KEPT = Duration.ofDays(100);
    private static final Duration RESULTS_KEPT = Duration.ofDays(30);
    private static final int JUDGES = 125;
    private static final Duration JUDGED_WITHIN = Duration.ofDays(1);
    private static final int RESTARTS = 8;

    public ScorerSettings {
        require("threads", threads >= 1 && threads <= 64, threads, "1 to 64");
        // A commit has to come well within the 10 s after which the broker gives a transaction up.
        requireWithin("commitInterval", commitInterval, Duration.ofMillis(10), Duration.ofSeconds(5));
        requireWithin("summaryInterval", summaryInterval, Duration.ofMillis(10), Duration.ofMinutes(1));
        requireWithin("jobsKept", jobsKept, Duration.ofMinutes(1), Duration.ofDays(3_650));
        requireWithin("resultsKept", resultsKept, Duration.ofMinutes(1), Duration.ofDays(3_650));
        require("judges", judges >= 0 && judges <= 1_000_000, judges, "0 to 1000000");
        requireWithin("judgedWithin", judgedWithin, Duration.ofSeconds(1), Duration.ofDays(30));
        require("restarts", restarts >= 0 && restarts <= 1_000, restarts, "0 to 1000");
    }

    /** The defaults, with state in that directory. */
    public static ScorerSettings in(Path stateDir) {
        return of(stateDir, null, null, null, null, null, null, null, null);
    }

    /** Settings as a file gives them; what it leaves out takes its default. */
    @JsonCreator
    static ScorerSettings of(
            @JsonProperty("stateDir") @Nullable Path stateDir,
            @JsonProperty("threads") @Nullable Integer threads,
            @JsonProperty("commitInterval") @Nullable Duration commitInterval,
            @JsonProperty("summaryInterval") @Nullable Duration summaryInterval,
            @JsonProperty("jobsKept") @Nullable Duration jobsKept,
            @JsonProperty("resultsKept") @Nullable Duration resultsKept,
            @JsonProperty("judges") @Nullable Integer judges,
            @JsonProperty("judgedWithin") @Nullable Duration judgedWithin,
            @JsonProperty("restarts") @Nullable Integer restarts) {
        if (stateDir == null || stateDir.toString().isBlank()) {
            throw new IllegalArgumentException("stateDir: missing (expected: a directory for the scorer's state)");
        }
        return new ScorerSettings(
                stateDir,
                threads == null ? THREADS : threads,
                commitInterval == null ? COMMIT_INTERVAL : commitInterval,
                summaryInterval == null ? SUMMARY_INTERVAL : summaryInterval,
                jobsKept == null ? JOBS_KEPT : jobsKept,
                resultsKept == null ? RESULTS_KEPT : resultsKept,
                judges == null ? JUDGES : judges,
                judgedWithin == null ? JUDGED_WITHIN : judgedWithin,
                restarts == null ? RESTARTS : restarts);
    }

    /** The same, with that many questions out at a time. */
    ScorerSettings withJudges(int most) {
        return new ScorerSettings(
                stateDir,
                threads,
                commitInterval,
                summaryInterval,
                jobsKept,
                resultsKept,
                most,
                judgedWithin,
                restarts);
    }

    JudgeSettings judging() {
        return new JudgeSettings(LaneDefaults.JUDGE, judges, judgedWithin);
    }

    private static void requireWithin(String name, Duration value, Duration least, Duration most) {
        require(name, value.compareTo(least) >= 0 && value.compareTo(most) <= 0, value, least + " to " + most);
    }

    private static void require(String name, boolean right, Object value, String expected) {
        if (!right) {
            throw new IllegalArgumentException(name + ": " + value + " (expected: " + expected + ")");
        }
    }
}
