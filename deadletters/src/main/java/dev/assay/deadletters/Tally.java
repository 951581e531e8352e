package dev.assay.deadletters;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What was done about dead letters, or would be, in numbers. Written by one thread. */
public final class Tally {
    private static final int EXAMPLES = 5;

    private final Map<String, Share> topics = new TreeMap<>();
    private final Map<Refusal, Long> refused = new EnumMap<>(Refusal.class);
    private final Map<Refusal, List<Example>> examples = new EnumMap<>(Refusal.class);
    private long handled;

    /**
     * What goes to one topic.
     *
     * @param letters how many
     * @param inputTokens their estimated input tokens
     * @param maxOutputTokens output tokens that they may bring at most
     */
    public record Share(long letters, long inputTokens, long maxOutputTokens) {
        private Share plus(Share other) {
            return new Share(
                    letters + other.letters, inputTokens + other.inputTokens, maxOutputTokens + other.maxOutputTokens);
        }
    }

    /** A letter that was refused, and why in words. */
    public record Example(String letter, String message) {}

    void written(Step.Write step) {
        topics.merge(step.topic(), new Share(1, step.inputTokens(), step.maxOutputTokens()), Share::plus);
    }

    void refused(String letter, Step.Refused step) {
        refused.merge(step.why(), 1L, Long::sum);
        List<Example> some = examples.computeIfAbsent(step.why(), why -> new ArrayList<>());
        if (some.size() < EXAMPLES) {
            some.add(new Example(letter, step.message()));
        }
    }

    /** Counts what would be done. */
    void planned(String letter, Step step) {
        switch (step) {
            case Step.Write write -> written(write);
            case Step.Refused refused -> refused(letter, refused);
        }
    }

    void handled() {
        handled++;
    }

    /** Letters that were written. */
    public long written() {
        return topics.values().stream().mapToLong(Share::letters).sum();
    }

    /** Letters that somebody had dealt with before. */
    public long handledBefore() {
        return handled;
    }

    /** Letters that were refused. */
    public long refused() {
        return refused.values().stream().mapToLong(Long::longValue).sum();
    }

    /** Letters that were refused, by why. */
    public Map<Refusal, Long> refusals() {
        return Map.copyOf(refused);
    }

    /** The first few letters that were refused for a reason. */
    public List<Example> examples(Refusal why) {
        return List.copyOf(examples.getOrDefault(why, List.of()));
    }

    /** What went where, by topic. */
    public Map<String, Share> topics() {
        return new TreeMap<>(topics);
    }

    /** Tokens that all of it may cost. */
    public long tokens() {
        return topics.values().stream()
                .mapToLong(share -> share.inputTokens() + share.maxOutputTokens())
                .sum();
    }
}
