package dev.assay.deadletters.index;

import java.util.List;

/** The letters of one partition that may be meant, from one end to the other, in blocks. */
interface Strand {
    Shelf shelf();

    /** Whether there is another block. */
    boolean hasNext();

    /** The next block, in the strand's order; it may be empty. */
    List<Entry> next();
}
