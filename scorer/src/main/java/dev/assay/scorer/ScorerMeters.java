package dev.assay.scorer;

import dev.assay.schemas.JobStatus;
import dev.assay.schemas.JudgeCall;
import dev.assay.schemas.Outcome;
import dev.assay.schemas.Score;
import dev.assay.schemas.topics.Names;
import dev.assay.scorer.judge.JudgeDesk;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Every meter of a scorer. Labels are closed sets: enums, codes, and lanes, of which the first {@link #MAX_LANES} are
 * told apart. What is counted again after a crash counts twice here; the summaries are exact.
 *
 * <table>
 * <caption>Meters</caption>
 * <tr><th>name</th><th>unit</th><th>labels</th><th>meaning</th></tr>
 * <tr><td>{@value #OUTCOMES}</td><td>jobs</td><td>lane, outcome</td><td>jobs by how they count; a job whose later
 *     generation replaced it counts again</td></tr>
 * <tr><td>{@value #UNSCORED}</td><td>jobs</td><td>reason</td><td>answers without a value, by why</td></tr>
 * <tr><td>{@value #TECHNICAL}</td><td>jobs</td><td>lane, success</td><td>whether a model replied: true for answered
 *     and unanswered jobs, false for dead letters and expired ones; cancelled ones count as neither</td></tr>
 * <tr><td>{@value #BUSINESS}</td><td>jobs</td><td>lane, success</td><td>whether the answer passed, of scored jobs</td>
 *     </tr>
 * <tr><td>{@value #FALLBACKS}</td><td>jobs</td><td>lane, reason</td><td>jobs answered by a fallback; over the answered
 *     ones ({@value #ANSWERED}) it is the fallback rate</td></tr>
 * <tr><td>{@value #ANSWERED}</td><td>jobs</td><td>lane</td><td>jobs answered by anything</td></tr>
 * <tr><td>{@value #REPLACED}</td><td>jobs</td><td>-</td><td>scores taken back because a replay ended otherwise</td></tr>
 * <tr><td>{@value #DUPLICATES}</td><td>results</td><td>-</td><td>results of a job and generation that was counted
 *     already</td></tr>
 * <tr><td>{@value #UNDECODABLE}</td><td>results</td><td>-</td><td>results that became dead letters</td></tr>
 * <tr><td>{@value #LATE}</td><td>results</td><td>-</td><td>results of runs that are forgotten; scored, not
 *     counted</td></tr>
 * <tr><td>{@value #UNREADABLE_ENTRIES}</td><td>entries</td><td>-</td><td>progress entries that were passed over</td></tr>
 * <tr><td>{@value #SUMMARIES}</td><td>summaries</td><td>-</td><td>run summaries written</td></tr>
 * <tr><td>{@value #RESTARTS}</td><td>threads</td><td>-</td><td>stream threads that failed and were replaced</td></tr>
 * <tr><td>{@value #RUNNING}</td><td>1</td><td>-</td><td>1 while it works, 0 while it starts, moves partitions or has
 *     stopped</td></tr>
 * <tr><td>{@value #JUDGE_CALLS}</td><td>jobs</td><td>status</td><td>judges' jobs by what they ended as</td></tr>
 * <tr><td>{@value #JUDGE_UNREADABLE}</td><td>jobs</td><td>again</td><td>replies of judges that could not be read: false
 *     for a first one, which is asked again, true for the last</td></tr>
 * <tr><td>{@value #JUDGE_UNWANTED}</td><td>results</td><td>-</td><td>results of judges that nobody waited for</td></tr>
 * <tr><td>{@value #JUDGE_OUT}</td><td>jobs</td><td>-</td><td>questions to judges that are out</td></tr>
 * <tr><td>{@value #JUDGE_QUEUED}</td><td>jobs</td><td>-</td><td>questions to judges that wait for others to come
 *     back</td></tr>
 * <tr><td>{@value #LAG}</td><td>records</td><td>-</td><td>results not read yet, in the partition furthest behind</td>
 *     </tr>
 * </table>
 */
public final class ScorerMeters {
    public static final String OUTCOMES = "assay.scorer.outcomes";
    public static final String UNSCORED = "assay.scorer.unscored";
    public static final String TECHNICAL = "assay.scorer.technical";
    public static final String BUSINESS = "assay.scorer.business";
    public static final String FALLBACKS = "assay.scorer.fallbacks";
    public static final String ANSWERED = "assay.scorer.answered";
    public static final String REPLACED = "assay.scorer.replaced";
    public static final String DUPLICATES = "assay.scorer.duplicates";
    public static final String UNDECODABLE = "assay.scorer.undecodable";
    public static final String LATE = "assay.scorer.late";
    public static final String UNREADABLE_ENTRIES = "assay.scorer.unreadable.entries";
    public static final String SUMMARIES = "assay.scorer.summaries";
    public static final String RESTARTS = "assay.scorer.restarts";
    public static final String RUNNING = "assay.scorer.running";
    public static final String LAG = "assay.scorer.lag";

    public static final String JUDGE_CALLS = "assay.scorer.judge.calls";
    public static final String JUDGE_UNREADABLE = "assay.scorer.judge.unreadable";
    public static final String JUDGE_UNWANTED = "assay.scorer.judge.unwanted";
    public static final String JUDGE_OUT = "assay.scorer.judge.out";
    public static final String JUDGE_QUEUED = "assay.scorer.judge.queued";

    static final int MAX_LANES = 50;
    private static final String OTHER = "other";

    private final MeterRegistry registry;
    private final Map<Integer, JudgeDesk> desks = new ConcurrentHashMap<>();
    private final Set<String> lanes = ConcurrentHashMap.newKeySet();
    private final Map<Series, Counter> counters = new ConcurrentHashMap<>();

    /** A counter's name and labels. */
    private record Series(String name, List<String> labels) {}

    public ScorerMeters(MeterRegistry registry) {
        this.registry = registry;
        for (String name : new String[] {
            REPLACED, DUPLICATES, UNDECODABLE, LATE, UNREADABLE_ENTRIES, SUMMARIES, RESTARTS, JUDGE_UNWANTED
        }) {
            // From the start, so that a rate over them is 0 and not absent until the first one.
            registry.counter(name);
        }
        registry.gauge(JUDGE_OUT, desks, all -> sum(all, JudgeDesk::out));
        registry.gauge(JUDGE_QUEUED, desks, all -> sum(all, JudgeDesk::queued));
    }

    private static double sum(Map<Integer, JudgeDesk> desks, ToLongFunction<JudgeDesk> count) {
        return desks.values().stream().mapToLong(count).sum();
    }

    void scored(Score score, boolean replaces) {
        String lane = lane(score.getLane());
        count(OUTCOMES, "lane", lane, "outcome", score.getOutcome().name());
        if (score.getOutcome() == Outcome.UNSCORED) {
            count(UNSCORED, "reason", orNone(score.getUnscoredReason()));
        }
        if (score.getStatus() != JobStatus.CANCELLED) {
            count(TECHNICAL, "lane", lane, "success", Boolean.toString(isReply(score.getStatus())));
        }
        if (score.getPassed() != null) {
            count(BUSINESS, "lane", lane, "success", score.getPassed().toString());
        }
        if (score.getStatus() == JobStatus.SUCCEEDED || score.getStatus() == JobStatus.FALLBACK) {
            count(ANSWERED, "lane", lane);
        }
        if (score.getStatus() == JobStatus.FALLBACK) {
            String reason = score.getFallbackReason() == null
                    ? null
                    : score.getFallbackReason().name();
            count(FALLBACKS, "lane", lane, "reason", orNone(reason));
        }
        if (replaces) {
            registry.counter(REPLACED).increment();
        }
    }

    /** Shows what a task has asked of judges, from now until it ends. */
    void watchJudges(int partition, JudgeDesk desk) {
        desks.put(partition, desk);
    }

    void unwatchJudges(int partition, JudgeDesk desk) {
        desks.remove(partition, desk);
    }

    void judged(JudgeCall call) {
        count(JUDGE_CALLS, "status", call.getStatus().name());
        if (call.getText() != null && call.getVerdict() == null) {
            count(JUDGE_UNREADABLE, "again", Boolean.toString(call.getRepair()));
        }
    }

    void unwantedJudge() {
        registry.counter(JUDGE_UNWANTED).increment();
    }

    void duplicate() {
        registry.counter(DUPLICATES).increment();
    }

    void undecodable() {
        registry.counter(UNDECODABLE).increment();
    }

    void late() {
        registry.counter(LATE).increment();
    }

    void unreadableEntry() {
        registry.counter(UNREADABLE_ENTRIES).increment();
    }

    void summarized() {
        registry.counter(SUMMARIES).increment();
    }

    void restarted() {
        registry.counter(RESTARTS).increment();
    }

    /** Shows what a scorer does; both are read from the thread that collects meters. */
    <T> void watch(T scorer, ToDoubleFunction<T> running, ToDoubleFunction<T> lag) {
        registry.gauge(RUNNING, scorer, running);
        registry.gauge(LAG, scorer, lag);
    }

    private static boolean isReply(JobStatus status) {
        return switch (status) {
            case SUCCEEDED, FALLBACK, UNANSWERED -> true;
            case DEAD_LETTERED, EXPIRED, CANCELLED -> false;
        };
    }

    /** Looked up in the registry once: this is done several times a result. */
    private void count(String name, String... labels) {
        counters.computeIfAbsent(
                        new Series(name, List.of(labels)),
                        unseen -> Counter.builder(name).tags(labels).register(registry))
                .increment();
    }

    /** A lane comes from a record, not from our settings: a stranger's records must not make series without end. */
    private String lane(String name) {
        if (lanes.contains(name)) {
            return name;
        }
        if (lanes.size() >= MAX_LANES || !Names.isName(name)) {
            return OTHER;
        }
        lanes.add(name);
        return name;
    }

    private static String orNone(@Nullable String text) {
        return text == null ? "none" : text;
    }
}
