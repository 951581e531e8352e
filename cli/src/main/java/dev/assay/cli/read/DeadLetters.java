package dev.assay.cli.read;

import dev.assay.deadletters.ScannedLetters;
import dev.assay.deadletters.Selection;
import dev.assay.runtime.KafkaClients;
import dev.assay.schemas.DeadLetter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The dead letters of one run's jobs.
 *
 * @param byKind how many there are of each failure kind
 * @param examples the first of each kind
 */
public record DeadLetters(Map<String, Long> byKind, List<DeadLetter> examples) {
    public DeadLetters {
        byKind = new TreeMap<>(byKind);
        examples = List.copyOf(examples);
    }

    public static DeadLetters of(KafkaClients clients, String runId) {
        Map<String, Long> byKind = new TreeMap<>();
        List<DeadLetter> examples = new ArrayList<>();
        try (ScannedLetters letters = new ScannedLetters(clients)) {
            letters.find(Selection.ofJobs(runId), found -> {
                found.letter().told().ifPresent(letter -> {
                    if (byKind.merge(letter.getKind().name(), 1L, Long::sum) == 1) {
                        examples.add(letter);
                    }
                });
                return true;
            });
        }
        return new DeadLetters(byKind, examples);
    }

    public long count() {
        return byKind.values().stream().mapToLong(Long::longValue).sum();
    }
}
