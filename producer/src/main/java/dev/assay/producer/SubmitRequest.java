package dev.assay.producer;

import dev.assay.runtime.LaneDefaults;
import dev.assay.schemas.Account;
import dev.assay.schemas.Expecting;
import dev.assay.schemas.ScorerUse;
import dev.assay.schemas.topics.Keys;
import dev.assay.schemas.topics.Names;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a run is to be and how to enqueue it; made by {@link #run}.
 *
 * @param runId the run: 1 to 100 letters, digits, {@code . _ -}
 * @param jobs what its jobs have in common
 * @param sending how they are sent
 * @param skipBad whether bad lines are passed over; otherwise one of them refuses the input
 * @param knownRoutes routes that exist; null where that is not known here
 * @param scorers what is known here of scorers that do not come with Assay
 */
public record SubmitRequest(
        String runId,
        JobSettings jobs,
        SendSettings sending,
        boolean skipBad,
        @Nullable Set<String> knownRoutes,
        ScorerCheck scorers) {
    public SubmitRequest {
        Names.require("run", runId);
        if (runId.equals(Keys.JUDGES)) {
            throw new IllegalArgumentException(
                    "run: '" + runId + "' (expected: another name; judges' jobs have this one)");
        }
        if (knownRoutes != null) {
            knownRoutes = Set.copyOf(knownRoutes);
        }
    }

    /**
     * Begins a request. Route and tenant have to be given, everything else has a default.
     *
     * @param runId the run's id, chosen by the platform; submitting it again goes on with it
     */
    public static Builder run(String runId) {
        return new Builder(runId);
    }

    /** Collects the parts of a request; {@link #build} refuses what cannot be, naming what is expected. */
    public static final class Builder {
        private final String runId;
        private String lane = LaneDefaults.BATCH;
        private String route = "";
        private String tenant = "";
        private Account account = Account.EVAL;
        private @Nullable ScorerUse scorer;
        private @Nullable String templateId;
        private @Nullable String templateVersion;
        private @Nullable Instant deadline;
        private @Nullable Duration maxAge;
        private @Nullable String maxWait;
        private boolean sideEffects;
        private @Nullable String requiredRegion;
        private int priority;
        private Map<String, String> tags = Map.of();
        private @Nullable String traceparent;
        private int maxBodyBytes = JobSettings.DEFAULT_MAX_BODY_BYTES;
        private @Nullable Epochs epochs;
        private @Nullable Long bound;
        private WhenFull whenFull = SendSettings.STANDARD.whenFull();
        private int chunkJobs = SendSettings.STANDARD.chunkJobs();
        private int chunkBytes = SendSettings.STANDARD.chunkBytes();
        private @Nullable Double rate;
        private boolean skipBad;
        private @Nullable Set<String> knownRoutes;
        private ScorerCheck scorers = ScorerCheck.NONE;

        private Builder(String runId) {
            this.runId = runId;
        }

        /** The lane; {@code batch} by default. */
        public Builder lane(String lane) {
            this.lane = lane;
            return this;
        }

        public Builder route(String route) {
            this.route = route;
            return this;
        }

        public Builder tenant(String tenant) {
            this.tenant = tenant;
            return this;
        }

        /** Whose money is spent; {@code EVAL} by default. */
        public Builder account(Account account) {
            this.account = account;
            return this;
        }

        /** The scorer of jobs that name none, such as {@code ("numeric", Map.of("marker", "####"))}. */
        public Builder scorer(String name, Map<String, String> options) {
            return scorer(Expecting.use(name, List.of(), options, 1.0));
        }

        /** The scorer of jobs that name none, with targets that all jobs share. */
        public Builder scorer(ScorerUse scorer) {
            this.scorer = scorer;
            return this;
        }

        /** The template that bodies were made from, for the record. */
        public Builder template(String id, String version) {
            this.templateId = id;
            this.templateVersion = version;
            return this;
        }

        public Builder deadline(Instant deadline) {
            this.deadline = deadline;
            return this;
        }

        /** Deadline after enqueueing; the lane's own by default. */
        public Builder maxAge(Duration maxAge) {
            this.maxAge = maxAge;
            return this;
        }

        /** Waiting tier: {@code 30s}, {@code 60s} or {@code 120s}. */
        public Builder maxWait(String tier) {
            this.maxWait = tier;
            return this;
        }

        public Builder sideEffects(boolean sideEffects) {
            this.sideEffects = sideEffects;
            return this;
        }

        public Builder requiredRegion(String region) {
            this.requiredRegion = region;
            return this;
        }

        public Builder priority(int priority) {
            this.priority = priority;
            return this;
        }

        /** Labels of every job; a job's own win. */
        public Builder tags(Map<String, String> tags) {
            this.tags = tags;
            return this;
        }

        public Builder traceparent(String traceparent) {
            this.traceparent = traceparent;
            return this;
        }

        public Builder maxBodyBytes(int bytes) {
            this.maxBodyBytes = bytes;
            return this;
        }

        /** Asks every line so often, each time as a job of its own; once by default. */
        public Builder epochs(Epochs epochs) {
            this.epochs = epochs;
            return this;
        }

        /**
         * Unfinished jobs that the lane may hold, where its own bound is not lower; by default the lane's own, and
         * 100,000 where it has none.
         */
        public Builder bound(long jobs) {
            this.bound = jobs;
            return this;
        }

        /** What to do at the bound; {@link WhenFull#fail} by default. */
        public Builder whenFull(WhenFull whenFull) {
            this.whenFull = whenFull;
            return this;
        }

        /** Jobs of one transaction at most; 500 by default. */
        public Builder chunkJobs(int jobs) {
            this.chunkJobs = jobs;
            return this;
        }

        /** Bytes of request bodies in one transaction at most; 4 MB by default. */
        public Builder chunkBytes(int bytes) {
            this.chunkBytes = bytes;
            return this;
        }

        /** Jobs a second at most. */
        public Builder rate(double jobsPerSecond) {
            this.rate = jobsPerSecond;
            return this;
        }

        /** Whether bad lines are passed over and listed, instead of refusing the input. */
        public Builder skipBad(boolean skipBad) {
            this.skipBad = skipBad;
            return this;
        }

        /** Routes that exist, so that another one is refused. */
        public Builder knownRoutes(Set<String> routes) {
            this.knownRoutes = routes;
            return this;
        }

        /** Has uses of scorers that do not come with Assay checked by what is known of these. */
        public Builder scorers(ScorerCheck scorers) {
            this.scorers = scorers;
            return this;
        }

        /**
         * The request.
         *
         * @throws IllegalArgumentException naming the part that cannot be, its value and what is expected
         */
        public SubmitRequest build() {
            JobSettings jobs = new JobSettings(
                    lane,
                    route,
                    tenant,
                    account,
                    scorer,
                    templateId,
                    templateVersion,
                    deadline,
                    maxAge,
                    maxWait,
                    sideEffects,
                    requiredRegion,
                    priority,
                    tags,
                    traceparent,
                    maxBodyBytes,
                    epochs);
            SendSettings sending = new SendSettings(bound, whenFull, chunkJobs, chunkBytes, rate);
            return new SubmitRequest(runId, jobs, sending, skipBad, knownRoutes, scorers);
        }
    }
}
