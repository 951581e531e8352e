package dev.assay.scorer.scoring;

import java.util.List;

/** One judge of an expectation made ready: how it is asked, and how its replies are read. */
public sealed interface JudgeTask permits Judge.Task, Pairwise.Task {
    /** A longer reply is none; what a score keeps of a reply is no longer, too. */
    int MOST_REPLY_CHARS = 8_000;

    /** The route by which the judge's jobs are answered. */
    String route();

    /** Cap on the output tokens of a reply. */
    int maxTokens();

    /** Whether it is asked a second time with the answers in the other order. */
    boolean isAskedBothWays();

    /**
     * The request that asks it, an OpenAI chat-completions body.
     *
     * @param swapped whether the answers stand in the other order
     */
    String request(Asked asked, boolean swapped);

    /** The request that asks again after a reply that could not be read. */
    String repair(Asked asked, boolean swapped, String reply, String problem);

    JudgeReply read(String reply);

    /**
     * What the judge says of the answer.
     *
     * @param verdicts what was read of each reply: one, or two where it is asked both ways, the swapped one last
     */
    Verdict.Scored verdict(List<JudgeReply.Read> verdicts);
}
