package dev.assay.cli.export;

import dev.assay.schemas.Attempt;
import dev.assay.schemas.Result;
import dev.assay.schemas.Score;
import dev.assay.schemas.TokenUsage;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** The columns of a CSV export: their names are API, so this is the one place that has them. */
final class Columns {
    private static final List<Column> ALL = List.of(
            new Column("custom_id", (result, score) -> result.getJobId()),
            new Column("ordinal", (result, score) -> result.getOrdinal()),
            new Column("status", (result, score) -> result.getStatus()),
            new Column("outcome", (result, score) -> score == null ? null : score.getOutcome()),
            new Column("value", (result, score) -> score == null ? null : score.getValue()),
            new Column("passed", (result, score) -> score == null ? null : score.getPassed()),
            new Column("answer", (result, score) -> result.getAnswer()),
            new Column("expected", (result, score) -> expected(result)),
            new Column("unscored_reason", (result, score) -> score == null ? null : score.getUnscoredReason()),
            new Column("failure_kind", (result, score) -> result.getFailureKind()),
            new Column("failure_message", (result, score) -> result.getFailureMessage()),
            new Column("finish_reason", (result, score) -> result.getFinishReason()),
            new Column("response_model", (result, score) -> result.getResponseModel()),
            new Column("source", (result, score) -> result.getSource()),
            new Column("attempts", (result, score) -> result.getAttempts().size()),
            new Column("input_tokens", (result, score) -> tokens(result, true)),
            new Column("output_tokens", (result, score) -> tokens(result, false)),
            new Column("cost", (result, score) -> plain(result.getCost())),
            new Column(
                    "call_ms",
                    (result, score) -> result.getAttempts().stream()
                            .mapToLong(Attempt::getDurationMillis)
                            .sum()),
            new Column("turnaround_ms", (result, score) -> Math.max(0, turnaroundMillis(result))),
            new Column("generation", (result, score) -> result.getGeneration()));

    private record Column(String name, BiFunction<Result, @Nullable Score, @Nullable Object> value) {}

    private Columns() {}

    static List<String> names() {
        return ALL.stream().map(Column::name).toList();
    }

    /** Empty where there is nothing: a missing score is never a number. */
    static List<String> row(Result result, @Nullable Score score) {
        List<String> row = new ArrayList<>();
        for (Column column : ALL) {
            Object value = column.value().apply(result, score);
            row.add(value == null ? "" : value.toString());
        }
        return row;
    }

    static long turnaroundMillis(Result result) {
        return Duration.between(result.getEnqueuedAt(), result.getFinishedAt()).toMillis();
    }

    private static String expected(Result result) {
        List<String> targets = new ArrayList<>();
        result.getExpectation().getScorers().forEach(use -> targets.addAll(use.getTargets()));
        return String.join(" | ", targets);
    }

    private static @Nullable Long tokens(Result result, boolean input) {
        TokenUsage usage = result.getUsage();
        if (usage == null) {
            return null;
        }
        return input ? usage.getInput() : usage.getOutput();
    }

    private static @Nullable String plain(@Nullable BigDecimal cost) {
        return cost == null ? null : cost.stripTrailingZeros().toPlainString();
    }
}
