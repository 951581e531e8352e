package dev.assay.deadletters.index;

import dev.assay.deadletters.LetterId;

/** A letter that may be meant, as its entry tells. */
record Located(Shelf shelf, Entry entry) {
    LetterId id() {
        return shelf.id(entry.offset());
    }
}
