package dev.assay.producer;

import dev.assay.schemas.ScorerUse;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/** Streams the drafts of jobs that a program made; the number of a record takes the place of a line's. */
final class JobRecords implements DraftSource {
    static final String FORMAT = "records";

    private final String source;
    private final Iterator<NewJob> jobs;
    private long number;

    JobRecords(String source, Iterable<NewJob> jobs) {
        this.source = source;
        this.jobs = jobs.iterator();
    }

    @Override
    public String format() {
        return FORMAT;
    }

    @Override
    public @Nullable Entry next() {
        if (!jobs.hasNext()) {
            return null;
        }
        NewJob job = jobs.next();
        number++;
        try {
            return new Entry.Good(draft(job));
        } catch (BadLineException e) {
            return new Entry.Bad(new Problem(source, number, e.column(), e.reason()));
        }
    }

    @Override
    public void close() {}

    private Draft draft(NewJob job) throws BadLineException {
        JsonLine body;
        try {
            body = JsonLine.parse(job.body());
        } catch (BadLineException e) {
            throw new BadLineException(e.column(), "body: " + e.reason());
        }
        for (ScorerUse use : job.expectation().getScorers()) {
            String complaint = ScorerRules.complaint(use);
            if (complaint != null) {
                throw new BadLineException(0, "expectation: " + complaint);
            }
        }
        String whole = ScorerRules.complaint(job.expectation());
        if (whole != null) {
            throw new BadLineException(0, "expectation: " + whole);
        }
        return new Draft(
                number,
                job.customId(),
                job.body(),
                body.root(),
                job.expectation(),
                job.tags(),
                job.deadline(),
                (pointer, reason) -> pointer.startsWith("/body")
                        ? new BadLineException(
                                body.column(pointer.substring("/body".length())),
                                JsonLine.name(pointer) + ": " + reason)
                        : new BadLineException(0, JsonLine.name(pointer) + ": " + reason));
    }
}
