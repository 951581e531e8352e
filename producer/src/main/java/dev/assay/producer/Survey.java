package dev.assay.producer;

import java.util.ArrayList;
import java.util.List;

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

    /** Reads all of an input. */
    static Survey of(JobReading reading, RunState begun, SubmitListener listener, List<Problem> problems)
            throws BadInputException {
        PrefixHash hash = new PrefixHash();
        boolean same = begun.enqueued() == 0;
        long jobs = 0;
        for (ValidJob job = reading.next(); job != null; job = reading.next()) {
            hash.add(job.fingerprint());
            jobs++;
            if (jobs == begun.enqueued()) {
                same = hash.hex().equals(begun.prefixHash());
            }
            if (jobs % EVERY == 0) {
                listener.validated(jobs);
            }
        }
        listener.validated(jobs);
        return new Survey(reading.source(), reading.format(), jobs, same, problems, reading.bad());
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
