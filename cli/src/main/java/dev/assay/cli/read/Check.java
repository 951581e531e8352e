package dev.assay.cli.read;

/** What verification looks for; the codes stand in its JSON, so they are API. */
public enum Check {
    LOST("job-lost", "jobs that are neither waiting nor have a result"),
    REPLAY_LOST("replay-lost", "replayed jobs that are neither waiting in their new generation nor have its result"),
    RESULT_DOUBLED("result-doubled", "results beyond the first of their job"),
    RESULT_OF_NO_JOB("result-of-no-job", "results of jobs that were never enqueued"),
    RESULT_UNREADABLE("result-unreadable", "results that cannot be read"),
    SCORE_DOUBLED("score-doubled", "scores beyond the first of their job"),
    SCORE_WITHOUT_RESULT("score-without-result", "scores of jobs that have no result"),
    SCORE_UNREADABLE("score-unreadable", "scores that cannot be read"),
    SUMMARY_DIFFERS("summary-differs", "numbers of the summary that its scores do not add up to");

    private final String code;
    private final String meaning;

    Check(String code, String meaning) {
        this.code = code;
        this.meaning = meaning;
    }

    public String code() {
        return code;
    }

    public String meaning() {
        return meaning;
    }
}
