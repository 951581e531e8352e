package dev.assay.scorer.scoring;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a judge is shown.
 *
 * @param question what the model was asked; null where that is not known
 * @param answer what it answered
 * @param references answers that are right, or for a pair the one answer to compare with
 */
public record Asked(@Nullable String question, String answer, List<String> references) {
    public Asked {
        references = List.copyOf(references);
    }
}
