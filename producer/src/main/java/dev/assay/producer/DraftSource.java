package dev.assay.producer;

import java.io.Closeable;
import org.jspecify.annotations.Nullable;

/** Drafts of an input, one after the other; one reading of it. */
interface DraftSource extends Closeable {
    /** What a line, row or record is. */
    sealed interface Entry {
        record Good(Draft draft) implements Entry {}

        record Bad(Problem problem) implements Entry {}
    }

    /** The next one; null at the end. */
    @Nullable
    Entry next() throws BadInputException;

    /** The format's name, as a run's manifest has it. */
    String format();
}
