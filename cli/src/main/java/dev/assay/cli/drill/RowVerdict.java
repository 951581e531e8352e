package dev.assay.cli.drill;

import dev.assay.cli.drill.Observation.Judged;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a row came out.
 *
 * @param row the row
 * @param judged its observations with what was seen
 * @param figure its figure
 * @param trouble why it could not be played to its end; empty when it was
 * @param took how long it took
 * @param evidence what it was judged by; null where it could not be played to its end
 */
public record RowVerdict(
        Row row,
        List<Judged> judged,
        String figure,
        String trouble,
        Duration took,
        @Nullable Evidence evidence) {
    public RowVerdict {
        judged = List.copyOf(judged);
    }

    static RowVerdict of(Row row, Evidence evidence, Duration took) {
        return new RowVerdict(
                row,
                row.observations().stream()
                        .map(observation -> observation.judged(evidence))
                        .toList(),
                row.figure().apply(evidence),
                "",
                took,
                evidence);
    }

    static RowVerdict unplayed(Row row, String trouble, Duration took) {
        return new RowVerdict(row, List.of(), "", trouble, took, null);
    }

    public String name() {
        return row.name();
    }

    /** Whether everything expected was seen and nothing unacceptable. */
    public boolean isRight() {
        return trouble.isEmpty()
                && !judged.isEmpty()
                && judged.stream().allMatch(one -> one.seen().isRight());
    }
}
