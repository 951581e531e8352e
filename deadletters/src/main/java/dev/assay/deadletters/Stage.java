package dev.assay.deadletters;

import dev.assay.schemas.topics.Topics;
import java.util.Locale;

/** Where a record died, and so which topic its dead letter is in. */
public enum Stage {
    /** A job that no worker could do. */
    JOBS,
    /** A result that the scorer could not use. */
    RESULTS;

    /** How it is written in ids, options and transactional ids. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The topic of its dead letters. */
    public String topic(Topics topics) {
        return switch (this) {
            case JOBS -> topics.deadLetterJobs();
            case RESULTS -> topics.deadLetterResults();
        };
    }
}
