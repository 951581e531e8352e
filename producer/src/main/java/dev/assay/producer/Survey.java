package dev.assay.producer;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What the first reading of an input found, before anything is enqueued.
 *
 * @param source the input's name
 * @param format the input's format
 * @param jobs valid jobs in it, each id once
 * @param samePrefix whether it begins with the jobs that the run has already
 * @param problems bad lines, at most as many as a refusal lists
 * @param bad how many bad lines there are
 */
record Survey(String source, String format, long jobs, boolean samePrefix, List<Problem> problems, long bad) {
    private static final long EVERY = 1_000;

    /**
     * Reads all of an input. A job that the run has not got yet and that could never be let through is a problem; one
     * that it has stays, or a limit lowered since would make another input of it.
     *
     * @param fit says why a job could never be done; null for one that can
     * @param complaints takes what is wrong
     */
    static Survey of(
            JobReading reading,
            RunState begun,
            Function<ValidJob, @Nullable String> fit,
            SubmitListener listener,
            JobReading.Complaints complaints,
            List<Problem> problems)
            throws BadInputException {
        PrefixHash hash = new PrefixHash();
        boolean same = begun.enqueued() == 0;
        long jobs = 0;
        long unfit = 0;
        for (ValidJob job = reading.next(); job != null; job = reading.next()) {
            hash.add(job.fingerprint());
            jobs++;
            if (jobs == begun.enqueued()) {
                same = hash.hex().equals(begun.prefixHash());
            }
            String complaint = jobs > begun.enqueued() ? fit.apply(job) : null;
            if (complaint != null) {
                unfit++;
                complaints.bad(new Problem(reading.source(), job.line(), 0, complaint));
            }
            if (jobs % EVERY == 0) {
                listener.validated(jobs);
            }
        }
        listener.validated(jobs);
        return new Survey(reading.source(), reading.format(), jobs, same, problems, reading.bad() + unfit);
    }

    /** Keeps the first problems of a reading and hands all of them on. */
    static JobReading.Complaints collecting(List<Problem> problems, SubmitListener listener) {
        return problem -> {
            if (problems.size() < SubmitOutcome.Refused.MOST_PROBLEMS) {
                problems.add(problem);
            }
            listener.bad(problem);
        };
    }

    /** An empty list for {@link #collecting}. */
    static List<Problem> none() {
        return new ArrayList<>();
    }
}
