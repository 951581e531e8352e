package dev.assay.cli;

import dev.assay.producer.Epochs;
import dev.assay.producer.SubmitRequest;
import dev.assay.producer.WhenFull;
import dev.assay.schemas.Account;
import dev.assay.schemas.Reducer;
import dev.assay.scorer.scoring.Scorers;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options that say what the jobs of a run have in common and how they are sent. */
final class JobOptions {
    private static final Duration LONGEST_WAIT = Duration.ofHours(24);

    /** What a submit does at the bound. */
    enum Full {
        FAIL,
        WAIT
    }

    @Option(names = "--lane", paramLabel = "LANE", defaultValue = "batch", description = "lane to enqueue in (batch)")
    String lane = "batch";

    @Option(
            names = "--route",
            paramLabel = "ROUTE",
            defaultValue = "main",
            description = "which model policy answers, by its name in the workers' settings (main)")
    String route = "main";

    @Option(
            names = "--tenant",
            paramLabel = "NAME",
            defaultValue = "default",
            description = "who the work is for (default)")
    String tenant = "default";

    @Option(
            names = "--account",
            paramLabel = "ACCOUNT",
            defaultValue = "eval",
            description = "whose money is spent: business, eval or shadow (eval)")
    Account account = Account.EVAL;

    @Option(
            names = "--scorer",
            paramLabel = "NAME",
            description =
                    "scorer of jobs that name none: exact, normalized, contains, regex, numeric, choice, json_equal,"
                            + " json_schema, bleu, rouge_l, edit_similarity, judge, pairwise, none, or one of your own"
                            + " (x-...)")
    @Nullable
    String scorer;

    @Option(
            names = "--scorer-option",
            paramLabel = "KEY=VALUE",
            description = "option of that scorer, such as tolerance=0.01; may be repeated")
    Map<String, String> scorerOptions = new LinkedHashMap<>();

    @Option(
            names = "--deadline",
            paramLabel = "TIME",
            description = "when the run must be done: 2026-01-31T18:00:00Z, or from now: 2h (the lane's)")
    @Nullable
    String deadline;

    @Option(
            names = "--priority",
            paramLabel = "N",
            defaultValue = "0",
            description = "higher goes first within the tenant (0)")
    int priority;

    @Option(
            names = "--tag",
            paramLabel = "KEY=VALUE",
            description = "label carried to results and scores; may be repeated")
    Map<String, String> tags = new LinkedHashMap<>();

    @Option(
            names = "--epochs",
            paramLabel = "N",
            description = "ask every line N times, each as a job of its own: q1~1, q1~2, ... (once, as q1)")
    @Nullable
    Integer epochs;

    @Option(
            names = "--reducer",
            paramLabel = "HOW",
            description = "how the epochs of a line become one value: mean, majority, best or pass@K (mean)")
    @Nullable
    String reducer;

    @Option(names = "--side-effects", description = "a call may change the world: it is never sent twice")
    boolean sideEffects;

    @Option(names = "--skip-bad", description = "pass over bad lines and list them, instead of refusing the file")
    boolean skipBad;

    @Option(
            names = "--bound",
            paramLabel = "N",
            description = "unfinished jobs that the lane may hold; of this and the lane's own (see: assay lanes) the"
                    + " lower holds (the lane's own, 100000 where it has none)")
    @Nullable
    Long bound;

    @Option(
            names = "--when-full",
            paramLabel = "WHAT",
            defaultValue = "wait",
            description = "at the bound: wait for room, or fail with exit code 4 (wait)")
    Full whenFull = Full.WAIT;

    @Option(names = "--rate", paramLabel = "N", description = "jobs a second at most")
    @Nullable
    Double rate;

    /**
     * The request.
     *
     * @param knownRoutes routes that the workers know; empty where that is not known
     * @param scorers those known here, which check uses of them that do not come with Assay
     * @throws IllegalArgumentException naming the option that cannot be
     */
    SubmitRequest request(String runId, Set<String> knownRoutes, Scorers scorers) {
        SubmitRequest.Builder request = SubmitRequest.run(runId)
                .lane(lane)
                .route(route)
                .tenant(tenant)
                .account(account)
                .priority(priority)
                .tags(tags)
                .sideEffects(sideEffects)
                .skipBad(skipBad)
                .scorers(use -> scorers.complaint(use).orElse(null))
                .whenFull(
                        switch (whenFull) {
                            case FAIL -> WhenFull.fail();
                            case WAIT -> WhenFull.waitUpTo(LONGEST_WAIT);
                        });
        if (scorer != null) {
            request.scorer(scorer, scorerOptions);
        } else if (!scorerOptions.isEmpty()) {
            throw new IllegalArgumentException("scorer-option: belongs to --scorer");
        }
        if (epochs != null) {
            request.epochs(new Epochs(epochs, Reducer.parse(reducer == null ? "mean" : reducer)));
        } else if (reducer != null) {
            throw new IllegalArgumentException("reducer: belongs to --epochs");
        }
        if (!knownRoutes.isEmpty()) {
            request.knownRoutes(knownRoutes);
        }
        if (bound != null) {
            request.bound(bound);
        }
        if (rate != null) {
            request.rate(rate);
        }
        if (deadline != null) {
            addDeadline(request, deadline);
        }
        return request.build();
    }

    private static void addDeadline(SubmitRequest.Builder request, String text) {
        try {
            request.deadline(Instant.parse(text));
        } catch (DateTimeParseException e) {
            // A run that is submitted again must ask for the same, and "from now" is another time each time.
            request.maxAge(new Durations().convert(text));
        }
    }
}
