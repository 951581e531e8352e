package dev.assay.scorer.fold;

import dev.assay.schemas.AnswerSource;
import dev.assay.schemas.Score;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What a job is told apart by in its run's slices. Texts are bounded, and of very many tags the first in order are kept
 * by name: a job's state must stay small.
 *
 * @param source what produced the answer
 * @param requestModel the model asked for in the attempt that the result is from; null where none was asked
 * @param firstModel the route's first choice, where it is another one; else null
 * @param template the prompt template's version; null for none
 * @param lane the lane
 * @param tags the platform's labels
 * @param moreTags how many tags there were beside these
 */
public record Traits(
        AnswerSource source,
        @Nullable String requestModel,
        @Nullable String firstModel,
        @Nullable String template,
        String lane,
        Map<String, String> tags,
        int moreTags) {
    static final int TAGS_KEPT = 16;
    static final int TEXT_LENGTH = 100;
    /** The name of what a job has not got. */
    static final String NONE = "none";

    static Traits of(Score score, @Nullable String firstChoice) {
        TreeMap<String, String> tags = new TreeMap<>();
        score.getTags().forEach((key, value) -> tags.put(text(key), text(value)));
        while (tags.size() > TAGS_KEPT) {
            tags.pollLastEntry();
        }
        String requestModel = textOrNull(score.getRequestModel());
        String firstModel = textOrNull(firstChoice);
        return new Traits(
                score.getSource(),
                requestModel,
                firstModel == null || firstModel.equals(requestModel) ? null : firstModel,
                textOrNull(score.getTemplateVersion()),
                text(score.getLane()),
                Collections.unmodifiableMap(tags),
                score.getTags().size() - tags.size());
    }

    String answeredBy() {
        return switch (source) {
            case PRIMARY_MODEL -> "primary";
            case FALLBACK_MODEL -> "fallback";
            case CACHE, RULE, STATIC -> "prepared";
            case NONE -> NONE;
        };
    }

    /**
     * The model asked for, not the one that the response named: it is what the user chose and can change, it is known
     * where a response names none, and a provider that names a dated snapshot or restamps its answers does not split it.
     * What responses named is counted apart, as the run's models and its drift.
     */
    String model() {
        return requestModel == null ? NONE : requestModel;
    }

    /** The model that was to answer. */
    String firstChoice() {
        return firstModel == null ? model() : firstModel;
    }

    void write(StateOutput out) {
        out.number(StateCodes.of(source));
        out.textOrNull(requestModel);
        out.textOrNull(firstModel);
        out.textOrNull(template);
        out.text(lane);
        out.number(tags.size());
        tags.forEach((key, value) -> {
            out.text(key);
            out.text(value);
        });
        out.number(moreTags);
    }

    static Traits read(StateInput in) {
        AnswerSource source = StateCodes.source(in.smallNumber());
        String requestModel = in.textOrNull();
        String firstModel = in.textOrNull();
        String template = in.textOrNull();
        String lane = in.text();
        TreeMap<String, String> tags = new TreeMap<>();
        for (int left = in.smallNumber(); left > 0; left--) {
            tags.put(in.text(), in.text());
        }
        return new Traits(
                source, requestModel, firstModel, template, lane, Collections.unmodifiableMap(tags), in.smallNumber());
    }

    private static @Nullable String textOrNull(@Nullable String text) {
        return text == null ? null : text(text);
    }

    private static String text(String text) {
        return text.length() <= TEXT_LENGTH ? text : text.substring(0, TEXT_LENGTH);
    }
}
