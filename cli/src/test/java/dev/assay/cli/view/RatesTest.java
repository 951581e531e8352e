package dev.assay.cli.view;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.cli.terminal.Style;
import dev.assay.schemas.FallbackWindow;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RatesTest {
    private static final Instant NOON = Instant.parse("2026-01-02T12:00:00Z");
    private static final List<FallbackWindow> WINDOWS = List.of(
            window("batch", "large", -61, 50, Map.of("TIMEOUT", 50L)),
            window("batch", "large", -7, 90, Map.of("TIMEOUT", 8L)),
            window("batch", "large", -6, 10, Map.of("TIMEOUT", 1L, "RATE_LIMITED", 3L)),
            window("batch", "large", -1, 5, Map.of()),
            window("chat", "small", -6, 4, Map.of("OVERLOADED", 4L)));

    @Test
    void addsUpNumeratorsAndDenominatorsNeverRates() {
        Rates rates = Rates.of(WINDOWS, wanted(null, null), NOON);
        assertThat(rates.rows())
                .containsExactly(
                        row("batch", "large", -10, 100, Map.of("TIMEOUT", 9L, "RATE_LIMITED", 3L)),
                        row("batch", "large", -5, 5, Map.of()),
                        row("chat", "small", -10, 4, Map.of("OVERLOADED", 4L)));
        assertThat(rates.rows().getFirst().rate()).isEqualTo(0.12);
        assertThat(rates.totals()).extracting(Rates.Row::answered).containsExactly(105L, 4L);
        assertThat(rates.totals()).extracting(Rates.Row::fallbacks).containsExactly(12L, 4L);
    }

    @Test
    void showsOnlyTheLaneAndModelAskedFor() {
        assertThat(Rates.of(WINDOWS, wanted("chat", null), NOON).rows()).hasSize(1);
        assertThat(Rates.of(WINDOWS, wanted(null, "large"), NOON).rows()).hasSize(2);
        assertThat(Rates.of(WINDOWS, wanted("chat", "large"), NOON).rows()).isEmpty();
    }

    @Test
    void aRateIsNeverShownWithoutItsNumbers() {
        List<String> lines = RateLines.of(Rates.of(WINDOWS, wanted("batch", null), NOON), Style.PLAIN);
        assertThat(lines.get(1))
                .startsWith("batch  large  2026-01-02T11:50:00Z       100        12  12.0 %")
                .endsWith("TIMEOUT 9, RATE_LIMITED 3");
        assertThat(lines.getLast()).isEqualTo("batch, large: 12 of 105 answered by a fallback, 11.4 %");
        assertThat(RateLines.of(Rates.of(List.of(), wanted(null, null), NOON), Style.PLAIN))
                .containsExactly("no job was answered since 2026-01-02T11:00:00Z");
    }

    @Test
    void jsonHasTheSame() {
        assertThat(RateJson.of(Rates.of(WINDOWS, wanted("chat", null), NOON)).toString())
                .isEqualTo("{\"from\":\"2026-01-02T11:00:00Z\",\"to\":\"2026-01-02T12:00:00Z\",\"byMillis\":300000,"
                        + "\"windows\":[{\"lane\":\"chat\",\"model\":\"small\",\"start\":\"2026-01-02T11:50:00Z\","
                        + "\"answered\":4,\"fallback\":4,\"rate\":1.0,\"reasons\":{\"OVERLOADED\":4}}],"
                        + "\"totals\":[{\"lane\":\"chat\",\"model\":\"small\",\"start\":\"2026-01-02T11:00:00Z\","
                        + "\"answered\":4,\"fallback\":4,\"rate\":1.0,\"reasons\":{\"OVERLOADED\":4}}]}");
    }

    private static Rates.Wanted wanted(@Nullable String lane, @Nullable String model) {
        return new Rates.Wanted(lane, model, Duration.ofHours(1), Duration.ofMinutes(5));
    }

    private static FallbackWindow window(
            String lane, String model, int minute, long answered, Map<String, Long> fallbacks) {
        return new FallbackWindow(lane, model, at(minute), 60_000L, answered, fallbacks);
    }

    private static Rates.Row row(String lane, String model, int minute, long answered, Map<String, Long> reasons) {
        return new Rates.Row(lane, model, at(minute), answered, reasons);
    }

    private static Instant at(int minute) {
        return NOON.plus(Duration.ofMinutes(minute));
    }
}
