package dev.assay.deadletters;

import java.util.Comparator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Names one dead letter: where it lies, which never changes. Written {@code jobs-3-1042}; that is also the key of its
 * mark.
 *
 * @param stage where the record died
 * @param partition partition of the stage's dead-letter topic
 * @param offset its offset there
 */
public record LetterId(Stage stage, int partition, long offset) implements Comparable<LetterId> {
    private static final Pattern TEXT = Pattern.compile("(jobs|results)-(\\d{1,9})-(\\d{1,18})");
    private static final Comparator<LetterId> ORDER = Comparator.comparing(LetterId::stage)
            .thenComparingInt(LetterId::partition)
            .thenComparingLong(LetterId::offset);

    public LetterId {
        if (partition < 0 || offset < 0) {
            throw new IllegalArgumentException("partition " + partition + ", offset " + offset + " (expected: >= 0)");
        }
    }

    /** @throws IllegalArgumentException when the text is no id */
    public static LetterId parse(String text) {
        Matcher matcher = TEXT.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException(
                    "dead letter: '" + text + "' (expected: STAGE-PARTITION-OFFSET, such as jobs-3-1042)");
        }
        Stage stage = "jobs".equals(matcher.group(1)) ? Stage.JOBS : Stage.RESULTS;
        return new LetterId(stage, Integer.parseInt(matcher.group(2)), Long.parseLong(matcher.group(3)));
    }

    @Override
    public int compareTo(LetterId other) {
        return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
        return stage.label() + "-" + partition + "-" + offset;
    }
}
