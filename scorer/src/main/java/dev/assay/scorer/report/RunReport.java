package dev.assay.scorer.report;

import dev.assay.schemas.Result;
import dev.assay.schemas.RunManifest;
import dev.assay.schemas.RunProgress;
import dev.assay.schemas.RunSummary;
import dev.assay.schemas.Score;
import dev.assay.scorer.compare.Compared;
import dev.assay.scorer.epochs.Samples;
import dev.assay.scorer.fold.RunSummaries;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Makes the report of a run from records that come one at a time: first the scores, then the few results that are
 * worth showing. Memory does not grow with the run. For one thread.
 *
 * <pre>{@code
 * RunReport report = new RunReport(runId, manifest, progress, summary, clock.now());
 * scores.forEach(report::add);
 * for (long ordinal : report.wanted()) {
 *     report.add(resultAt(ordinal));
 * }
 * report.write(Path.of("report.html"));
 * }</pre>
 */
public final class RunReport {
    private final String runId;
    private final @Nullable RunManifest manifest;
    private final @Nullable RunProgress progress;
    private final @Nullable RunSummary summary;
    private final Instant madeAt;
    private final Digest digest = new Digest();
    private final Map<String, Evidence> evidence = new HashMap<>();
    private @Nullable Map<String, Score> chosen;
    private @Nullable String scoreSet;
    private @Nullable Against against;
    private @Nullable Samples samples;

    /**
     * Begins a report.
     *
     * @param runId the run
     * @param manifest what was asked for; null where there was no submit, as in offline scoring
     * @param progress how far the submit has come; null likewise
     * @param summary how the jobs came out; null where none was written: the page then counts the scores itself
     * @param madeAt when the report is made, for its foot
     */
    public RunReport(
            String runId,
            @Nullable RunManifest manifest,
            @Nullable RunProgress progress,
            @Nullable RunSummary summary,
            Instant madeAt) {
        this.runId = runId;
        this.manifest = manifest;
        this.progress = progress;
        this.summary = summary;
        this.madeAt = madeAt;
    }

    /** Says on the page that the scores are those of a set made later on; the summary has to be the set's too. */
    public void ofScoreSet(String name) {
        scoreSet = name;
    }

    /**
     * Adds what changed against another run.
     *
     * @param other the other run, as it is to be called
     * @param compared this run's scores as the second ones, compared with the other's
     * @throws IllegalStateException after {@link #wanted()}
     */
    public void against(String other, Compared compared) {
        if (chosen != null) {
            throw new IllegalStateException("the jobs to show are chosen; no comparison can be added");
        }
        against = new Against(other, compared);
    }

    /** Adds what the samples of several epochs come to. */
    public void samples(Samples found) {
        samples = found;
    }

    /**
     * Takes the score of a job: once for each job, that of its latest generation, in any order.
     *
     * @throws IllegalArgumentException when it is of another run
     * @throws IllegalStateException after {@link #wanted()}
     */
    public void add(Score score) {
        if (!score.getRunId().equals(runId)) {
            throw new IllegalArgumentException("a score of run " + score.getRunId() + " in the report of " + runId);
        }
        if (chosen != null) {
            throw new IllegalStateException("the jobs to show are chosen; no score can be added");
        }
        digest.add(score);
    }

    /**
     * The ordinals of the jobs that the page shows in full, ascending; at most 150. Ends the scores.
     */
    public SortedSet<Long> wanted() {
        TreeSet<Long> ordinals = new TreeSet<>();
        chosen().values().forEach(score -> ordinals.add(score.getOrdinal()));
        return Collections.unmodifiableSortedSet(ordinals);
    }

    private Map<String, Score> chosen() {
        if (chosen == null) {
            Map<String, Score> jobs = new TreeMap<>(digest.selection().jobs());
            if (against != null) {
                against.compared().wins().forEach(change -> jobs.put(change.jobId(), change.after()));
                against.compared().losses().forEach(change -> jobs.put(change.jobId(), change.after()));
            }
            chosen = jobs;
        }
        return chosen;
    }

    /**
     * Takes the result of a job, in any order. One of a job that is not {@linkplain #wanted() wanted}, or of another
     * generation than the job's score, is passed over.
     */
    public void add(Result result) {
        Score score = chosen().get(result.getJobId());
        boolean isOfTheRun = result.getRunId().equals(runId);
        if (isOfTheRun && score != null && score.getGeneration() == result.getGeneration()) {
            evidence.put(result.getJobId(), Evidence.of(result));
        }
    }

    /**
     * Writes the page in place of what is there, in one step: a reader sees the old page or the new one.
     *
     * @param file the page; its directory must exist
     * @throws IOException when it cannot be written
     */
    public void write(Path file) throws IOException {
        chosen();
        RunSummary counted =
                summary == null ? RunSummaries.of(runId, digest.tally(), Optional.ofNullable(progress)) : summary;
        String page = Page.of(new Facts(
                scoreSet == null ? runId : runId + ":" + scoreSet,
                manifest,
                progress,
                counted,
                digest,
                evidence,
                against,
                samples,
                madeAt));
        Path target = file.toAbsolutePath();
        Path draft = target.resolveSibling(
                "." + target.getFileName() + "." + ProcessHandle.current().pid());
        try {
            Files.writeString(draft, page, StandardCharsets.UTF_8);
            Files.move(draft, target, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(draft);
        }
    }
}
