package dev.assay.deadletters;

import java.util.Optional;
import java.util.function.Predicate;

/** Where dead letters are looked up. Used by one thread. */
public interface Letters {
    /**
     * Hands every letter of a selection that is there now to a visitor, by stage, then partition, then offset, in
     * bounded memory, until the visitor has had enough.
     *
     * @param visitor answers whether it wants another one
     */
    void find(Selection selection, Predicate<FoundLetter> visitor);

    /** One letter; empty where there is none (any more). */
    Optional<FoundLetter> get(LetterId id);
}
