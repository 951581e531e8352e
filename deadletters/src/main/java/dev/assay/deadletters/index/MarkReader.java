package dev.assay.deadletters.index;

import dev.assay.deadletters.LetterId;
import dev.assay.schemas.DeadLetterMark;
import java.util.List;
import java.util.Map;

/** Brings the marks of letters that were dealt with. */
interface MarkReader {
    /** Marks by letter; open ones have none. */
    Map<LetterId, DeadLetterMark> of(List<Located> letters);
}
