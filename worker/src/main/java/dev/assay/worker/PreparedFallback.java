package dev.assay.worker;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.assay.schemas.topics.Names;

/**
 * What a lane answers where no model may be asked: a text that people wrote. A result with it is tagged as such and
 * never passes for a model's.
 *
 * @param name what results call it
 * @param text the answer
 */
public record PreparedFallback(
        @JsonProperty(required = true) String name,
        @JsonProperty(required = true) String text) {
    public PreparedFallback {
        Names.require("name", name == null ? "" : name);
        if (text == null || text.isBlank()) {
            throw new IllegalArgumentException("text: '" + text + "' (expected: an answer)");
        }
    }
}
