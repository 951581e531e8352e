package dev.assay.producer;

import dev.assay.producer.DraftSource.Entry;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * One reading of an input: its valid jobs in order, each id once. Bad lines go to whoever asked for them; repeated
 * jobs are counted and left out.
 */
final class JobReading implements Closeable {
    /** Is told of every bad line as it is read. */
    interface Complaints {
        void bad(Problem problem);
    }

    private final String source;
    private final DraftSource drafts;
    private final JobValidator validator;
    private final SeenJobs seen;
    private final @Nullable Epochs epochs;
    private final Complaints complaints;
    /** Epochs of the line that was read last. */
    private final Deque<ValidJob> pending = new ArrayDeque<>();

    private long repeated;
    private long bad;

    /**
     * @param seen ids of the input; the same for every reading of it
     * @param epochs how often each line is asked; null for once
     */
    JobReading(
            String source,
            DraftSource drafts,
            JobValidator validator,
            SeenJobs seen,
            @Nullable Epochs epochs,
            Complaints complaints) {
        this.source = source;
        this.drafts = drafts;
        this.validator = validator;
        this.seen = seen;
        this.epochs = epochs;
        this.complaints = complaints;
    }

    /** The next job; null at the end. */
    @Nullable
    ValidJob next() throws BadInputException {
        while (pending.isEmpty()) {
            Entry entry = drafts.next();
            switch (entry) {
                case null -> {
                    return null;
                }
                case Entry.Bad(Problem problem) -> complain(problem);
                case Entry.Good(Draft draft) -> {
                    ValidJob job = checked(draft);
                    if (job != null && epochs == null) {
                        return job;
                    }
                    if (job != null && epochs != null) {
                        pending.addAll(epochs.of(job));
                    }
                }
            }
        }
        return pending.poll();
    }

    /** Jobs left out because an earlier line has the same id and content. */
    long repeated() {
        return repeated;
    }

    /** Bad lines so far. */
    long bad() {
        return bad;
    }

    /** The input's name. */
    String source() {
        return source;
    }

    /** The input's format, by its name. */
    String format() {
        return drafts.format();
    }

    @Override
    public void close() throws IOException {
        drafts.close();
    }

    private @Nullable ValidJob checked(Draft draft) {
        try {
            ValidJob job = validator.check(draft);
            if (epochs != null && job.jobId().length() + epochs.longestSuffix() > JobValidator.MAX_ID_LENGTH) {
                throw draft.place()
                        .bad(
                                "/custom_id",
                                job.jobId().length() + " characters (limit: "
                                        + (JobValidator.MAX_ID_LENGTH - epochs.longestSuffix())
                                        + " where epochs are numbered behind them)");
            }
            long id = Fingerprint.first8(job.jobId());
            switch (seen.see(id, job.fingerprint().first8(), job.line())) {
                case NEW -> {
                    return job;
                }
                case REPEATED -> repeated++;
                case CONFLICTING ->
                    throw draft.place()
                            .bad(
                                    "/custom_id",
                                    "'" + ScorerRules.shortened(job.jobId()) + "' stands on line " + seen.firstLine(id)
                                            + " too, with other content (expected: an id that no other line has)");
            }
        } catch (BadLineException e) {
            complain(new Problem(source, draft.line(), e.column(), e.reason()));
        }
        return null;
    }

    private void complain(Problem problem) {
        bad++;
        complaints.bad(problem);
    }
}
