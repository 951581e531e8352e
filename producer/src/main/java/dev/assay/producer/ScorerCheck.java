package dev.assay.producer;

import dev.assay.schemas.ScorerUse;
import org.jspecify.annotations.Nullable;

/** What is known, where jobs are submitted, of scorers that do not come with Assay. */
@FunctionalInterface
public interface ScorerCheck {
    /** Nothing is known of them, so their targets and options are taken as they are. */
    ScorerCheck NONE = use -> null;

    /** What is wrong with a use of such a scorer; null when nothing is, or when it is not known here. */
    @Nullable
    String complaint(ScorerUse use);
}
