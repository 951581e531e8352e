package dev.assay.schemas.deadletter;

import dev.assay.schemas.DeadLetter;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One earlier life of a replayed job: how it died, and who sent it again.
 *
 * @param letter id of its dead letter, whose value is the record as it was
 * @param generation its generation then
 * @param kind the failure kind's name
 * @param disposition the disposition's name
 * @param message the failure in words
 * @param model the model last asked; null when none was
 * @param attempts physical calls of its last delivery
 * @param diedAt when it became a dead letter
 * @param by user and host that sent it again
 * @param at when
 * @param reason why
 * @param edits what was changed before that
 */
public record Ancestor(
        String letter,
        int generation,
        String kind,
        String disposition,
        String message,
        @Nullable String model,
        int attempts,
        Instant diedAt,
        String by,
        Instant at,
        String reason,
        List<Edit> edits) {
    public Ancestor {
        edits = List.copyOf(edits);
    }

    /**
     * One change.
     *
     * @param path what was changed, such as {@code maxTokens}, {@code route} or {@code body.temperature}
     * @param from what it was, as JSON; null where it was absent
     * @param to what it became, as JSON; null where it was taken away
     */
    public record Edit(
            String path, @Nullable String from, @Nullable String to) {}

    /**
     * Of a dead letter that is being sent again.
     *
     * @param id the letter's id
     * @param diedAt the letter's timestamp
     */
    public static Ancestor of(
            String id, DeadLetter letter, Instant diedAt, String by, Instant at, String reason, List<Edit> edits) {
        return new Ancestor(
                id,
                letter.getGeneration(),
                letter.getKind().name(),
                letter.getDisposition().name(),
                letter.getMessage(),
                letter.getModel(),
                letter.getAttempts(),
                diedAt,
                by,
                at,
                reason,
                edits);
    }
}
