package dev.assay.budget.journal;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A place in a partition of the journal, and who kept the partition there. It stands in the metadata of the committed
 * offset of requests: no request from that offset on is answered before this place.
 *
 * @param offset of the journal
 * @param epoch of the keeper; -1 for none
 */
public record JournalPlace(long offset, long epoch) {
    private static final Pattern FORM = Pattern.compile("journal=([0-9]{1,18}) epoch=(-1|[0-9]{1,18})");

    /** As metadata of an offset. */
    public String text() {
        return "journal=" + offset + " epoch=" + epoch;
    }

    /** Empty for metadata of another form. */
    public static Optional<JournalPlace> parse(String text) {
        Matcher matcher = FORM.matcher(text);
        return matcher.matches()
                ? Optional.of(new JournalPlace(Long.parseLong(matcher.group(1)), Long.parseLong(matcher.group(2))))
                : Optional.empty();
    }
}
