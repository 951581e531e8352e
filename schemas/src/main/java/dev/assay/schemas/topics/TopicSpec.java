package dev.assay.schemas.topics;

import java.util.Map;

/**
 * One topic as Assay wants it.
 *
 * @param name the topic's name
 * @param key what its records are keyed by
 * @param value the record type of its values, by the name of its schema
 * @param partitions how many partitions it is created with
 * @param configs topic configs that are set at creation and verified at start
 * @param writer which service writes it
 * @param readers which services read it
 */
public record TopicSpec(
        String name,
        String key,
        String value,
        int partitions,
        Map<String, String> configs,
        String writer,
        String readers) {
    public TopicSpec {
        configs = Map.copyOf(configs);
        if (partitions < 1) {
            throw new IllegalArgumentException("partitions of " + name + ": " + partitions + " (expected: >= 1)");
        }
    }
}
