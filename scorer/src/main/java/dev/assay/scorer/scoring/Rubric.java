package dev.assay.scorer.scoring;

/** One expectation made ready: a pure function of the answer. It never throws and takes bounded time on any text. */
@FunctionalInterface
public interface Rubric {
    Verdict judge(String answer);

    /** The rubric of an expectation that cannot be used: no answer is judged by it. */
    static Rubric refused(String why) {
        return new Refused(why);
    }

    /**
     * What is left of an expectation that cannot be used.
     *
     * @param why what is wrong with it and what was expected
     */
    record Refused(String why) implements Rubric {
        @Override
        public Verdict judge(String answer) {
            return new Verdict.Unscored(UnscoredReason.BAD_EXPECTATION, why);
        }
    }
}
