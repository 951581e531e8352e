package dev.assay.worker;

import dev.assay.schemas.topics.HeaderNames;
import java.util.Set;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;

/** Tells the headers that a job was given when it was parked from those that it had before. */
final class ParkedHeaders {
    private static final Set<String> NAMES =
            Set.of(HeaderNames.PARKED, HeaderNames.PARKED_DUE, HeaderNames.PARKED_HELD_BY);

    private ParkedHeaders() {}

    /** A copy of the job's own headers, in their order. */
    static Headers without(Headers headers) {
        Headers kept = new RecordHeaders();
        for (Header header : headers) {
            if (!NAMES.contains(header.key())) {
                kept.add(header);
            }
        }
        return kept;
    }
}
