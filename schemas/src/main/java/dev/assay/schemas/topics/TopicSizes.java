package dev.assay.schemas.topics;

/**
 * How many partitions each kind of topic is created with. Existing topics keep theirs: changing the partitions of a
 * keyed topic would move keys.
 *
 * @param lane partitions of a lane topic, the ceiling on workers sharing it
 * @param parked partitions of each parked topic of a lane
 * @param results partitions of results and scores
 * @param runs partitions of runs and submits
 * @param deadLetters partitions of each dead-letter topic
 * @param ledger partitions of each topic of the ledger, the ceiling on processes that keep budgets
 */
public record TopicSizes(int lane, int parked, int results, int runs, int deadLetters, int ledger) {
    /** Largest record of the results, parked and dead-letter topics, in bytes. */
    public static final int MAX_RECORD_BYTES = 2 << 20;

    public static final TopicSizes STANDARD = new TopicSizes(64, 8, 16, 8, 16, 4);
    /** For one machine, where 64 partitions cost start-up time and buy nothing. */
    public static final TopicSizes LAPTOP = new TopicSizes(8, 1, 4, 2, 4, 2);
}
