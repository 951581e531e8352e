package dev.assay.cli.view;

import dev.assay.schemas.FallbackWindow;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Windows of the fallback rate, put together to longer ones. Numerators and denominators are added up, never the rates:
 * a mean of rates would weigh a quiet minute as a busy one.
 *
 * @param from start of the first window that counts
 * @param to the end of the time looked at
 * @param by length of a row's window
 * @param rows by lane, model and start; only windows in which something was answered
 * @param totals one for each lane and model, over the whole time
 */
public record Rates(Instant from, Instant to, Duration by, List<Row> rows, List<Row> totals) {
    /**
     * The rate in one window.
     *
     * @param answered the denominator: jobs answered by anything
     * @param reasons the numerator: of these, jobs answered by a fallback, by why
     */
    public record Row(String lane, String model, Instant start, long answered, Map<String, Long> reasons) {
        public long fallbacks() {
            return reasons.values().stream().mapToLong(Long::longValue).sum();
        }

        /** Share of the answered; there is none where nothing was. */
        public double rate() {
            return (double) fallbacks() / answered;
        }

        private Row plus(Row other) {
            Map<String, Long> sum = new TreeMap<>(reasons);
            other.reasons.forEach((reason, count) -> sum.merge(reason, count, Long::sum));
            return new Row(lane, model, start, answered + other.answered, sum);
        }
    }

    /** What to look at; null for every lane, every model. */
    public record Wanted(@Nullable String lane, @Nullable String model, Duration last, Duration by) {
        private boolean holds(FallbackWindow window) {
            return (lane == null || lane.equals(window.getLane()))
                    && (model == null || model.equals(window.getModel()));
        }
    }

    private static final Comparator<Row> ORDER =
            Comparator.comparing(Row::lane).thenComparing(Row::model).thenComparing(Row::start);

    public static Rates of(Collection<FallbackWindow> windows, Wanted wanted, Instant now) {
        Instant from = startOf(now.minus(wanted.last()), wanted.by());
        Map<List<Object>, Row> rows = new HashMap<>();
        Map<List<Object>, Row> totals = new HashMap<>();
        for (FallbackWindow window : windows) {
            if (!wanted.holds(window) || window.getWindowStart().isBefore(from) || window.getAnswered() <= 0) {
                continue;
            }
            Row row = new Row(
                    window.getLane(),
                    window.getModel(),
                    startOf(window.getWindowStart(), wanted.by()),
                    window.getAnswered(),
                    new TreeMap<>(window.getFallbacks()));
            rows.merge(List.of(row.lane(), row.model(), row.start()), row, Row::plus);
            Row whole = new Row(row.lane(), row.model(), from, row.answered(), row.reasons());
            totals.merge(List.of(row.lane(), row.model()), whole, Row::plus);
        }
        return new Rates(from, now, wanted.by(), sorted(rows.values()), sorted(totals.values()));
    }

    private static List<Row> sorted(Collection<Row> rows) {
        return rows.stream().sorted(ORDER).toList();
    }

    private static Instant startOf(Instant time, Duration by) {
        return Instant.ofEpochMilli(time.toEpochMilli() - Math.floorMod(time.toEpochMilli(), by.toMillis()));
    }
}
