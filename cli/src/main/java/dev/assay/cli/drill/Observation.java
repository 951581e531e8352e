package dev.assay.cli.drill;

import java.util.function.Function;

/**
 * Something that a row must show, or must not.
 *
 * @param isExpected whether it must be seen; otherwise it must not
 * @param words what it is
 * @param judge looks for it in what the row left behind
 */
record Observation(boolean isExpected, String words, Function<Evidence, Seen> judge) {
    static Observation expected(String words, Function<Evidence, Seen> judge) {
        return new Observation(true, words, judge);
    }

    static Observation unacceptable(String words, Function<Evidence, Seen> judge) {
        return new Observation(false, words, judge);
    }

    Judged judged(Evidence evidence) {
        return new Judged(isExpected, words, judge.apply(evidence));
    }

    /** An observation with what was seen of it. */
    record Judged(boolean isExpected, String words, Seen seen) {
        String kind() {
            return isExpected ? "expected" : "unacceptable";
        }
    }
}
