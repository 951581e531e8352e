package dev.assay.cli.exit;

/** The exit codes of {@code assay}; scripts rely on them, so a number never changes its meaning. */
public enum ExitCode {
    OK(0, "done"),
    NO(
            1,
            "the check says no: verify found jobs lost or doubled, budgets verify found charges that differ from the"
                + " results, topics differ from the catalogue, classify expected another kind, a benchmark went wrong"
                + " or (with --check) missed its bar; or some dead letters were refused and the others dealt with"),
    USAGE(2, "the command line is wrong"),
    BAD_INPUT(3, "a file is wrong; the message names file, line and reason"),
    QUEUE_FULL(4, "the lane is at its bound; try again after the time given"),
    CONFLICT(
            5,
            "the run id is taken by other content, another submit of the run or another replay of the dead letters took"
                    + " over, two runs are not comparable, or there is nothing to cancel, unblock, reset or take"
                    + " back"),
    UNREACHABLE(6, "no Kafka cluster answers, or its topics are missing"),
    TIMED_OUT(7, "the time given with --wait or --timeout ran out"),
    NOT_FOUND(8, "there is no such run, account, lane, budget or dead letter"),
    LIMIT(9, "the run is well, but a limit given with --fail-on is passed"),
    UNAVAILABLE(69, "no suitable JDK or Maven was found (said by the assay script)"),
    INTERNAL(70, "a bug in assay; -v shows the trace"),
    INTERRUPTED(130, "stopped by Ctrl-C");

    private final int number;
    private final String meaning;

    ExitCode(int number, String meaning) {
        this.number = number;
        this.meaning = meaning;
    }

    public int number() {
        return number;
    }

    public String meaning() {
        return meaning;
    }
}
