package dev.assay.worker.failure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.schemas.BudgetMeasure;
import dev.assay.schemas.BudgetWindow;
import java.time.Instant;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LimitSaidTest {
    private static final Instant NOW = Instant.parse("2026-03-01T10:00:00Z");

    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "-", textBlock = """
        Rate limit reached for m on tokens per min (TPM): Limit 60000, Used 59100, Requested 1200. | TOKENS | MINUTE | 60000 | 59100 | 1200
        Too many requests: requests per minute (RPM), Limit 600, Used 600, Requested 1             | REQUESTS | MINUTE | 600 | 600 | 1
        Limit reached on requests per day (RPD): Limit: 1,000, Used: 1,000, Requested: 1           | REQUESTS | DAY | 1000 | 1000 | 1
        tokens per day (TPD): Limit 200000, Used 199999, Requested ~12903                          | TOKENS | DAY | 200000 | 199999 | 12903
        This would exceed the limit of 40,000 input tokens per minute                              | INPUT_TOKENS | MINUTE | - | - | -
        output tokens per minute are used up                                                       | OUTPUT_TOKENS | MINUTE | - | - | -
        Too many concurrent requests: Limit 5, Used 5, Requested 1                                 | REQUESTS | HELD | 5 | 5 | 1
        Slow down.                                                                                 | - | - | - | - | -
        """)
    void wordsAreRead(String message, BudgetMeasure measure, BudgetWindow window, Long limit, Long used, Long asked) {
        LimitSaid said = read(message, Map.of());

        assertThat(said).isEqualTo(new LimitSaid(measure, window, of(limit), of(used), of(asked)));
    }

    @Test
    void aPromptInQuotesSaysNothing() {
        assertThat(read("refused: \"tokens per min Limit 5, Used 5\"", Map.of()))
                .isEqualTo(LimitSaid.NOTHING);
    }

    @Test
    void headersSayWhatWordsLeaveOpen() {
        LimitSaid said = read(
                "Slow down.",
                Map.of(
                        "x-ratelimit-limit-requests", "600",
                        "x-ratelimit-remaining-requests", "12",
                        "x-ratelimit-limit-tokens", "60000",
                        "x-ratelimit-remaining-tokens", "0",
                        "x-ratelimit-reset-tokens", "20.5s"));

        assertThat(said.measure()).isEqualTo(BudgetMeasure.TOKENS);
        assertThat(said.window()).isEqualTo(BudgetWindow.MINUTE);
        assertThat(said.used()).hasValue(60_000);
    }

    @Test
    void aLimitThatIsWholeAgainInHoursIsADays() {
        LimitSaid said = read(
                "Slow down.",
                Map.of(
                        "x-ratelimit-limit-requests", "14400",
                        "x-ratelimit-remaining-requests", "0",
                        "x-ratelimit-reset-requests", "2h59m56s"));

        assertThat(said.window()).isEqualTo(BudgetWindow.DAY);
        assertThat(said.used()).hasValue(14_400);
    }

    @Test
    void namesOfMinutesAndDaysAreBelieved() {
        Map<String, String> day = Map.of("x-ratelimit-limit-tokens-day", "9", "x-ratelimit-remaining-tokens-day", "0");
        Map<String, String> minute =
                Map.of("x-ratelimit-limit-tokens-minute", "9", "x-ratelimit-remaining-tokens-minute", "0");

        assertThat(read("", day).window()).isEqualTo(BudgetWindow.DAY);
        assertThat(read("", minute).window()).isEqualTo(BudgetWindow.MINUTE);
    }

    @Test
    void theOtherOrderOfWordsIsReadToo() {
        LimitSaid said = read(
                "This request would exceed your limit of input tokens per minute",
                Map.of(
                        "anthropic-ratelimit-input-tokens-limit", "40000",
                        "anthropic-ratelimit-input-tokens-remaining", "0",
                        "anthropic-ratelimit-requests-limit", "50",
                        "anthropic-ratelimit-requests-remaining", "0"));

        assertThat(said.measure()).isEqualTo(BudgetMeasure.INPUT_TOKENS);
        assertThat(said.used()).hasValue(40_000);
    }

    @ParameterizedTest
    @CsvSource({"-1, -1", "600, -1", "-1, 0", "600, 3", "0, 0", "many, 0"})
    void headersThatSayNothingAreNotBelieved(String limit, String remaining) {
        LimitSaid said = read(
                "Slow down.", Map.of("x-ratelimit-limit-requests", limit, "x-ratelimit-remaining-requests", remaining));

        assertThat(said).isEqualTo(LimitSaid.NOTHING);
    }

    private static LimitSaid read(String message, Map<String, String> headers) {
        return LimitSaid.read(message, new ResponseHeaders(headers), NOW);
    }

    private static OptionalLong of(Long amount) {
        return amount == null ? OptionalLong.empty() : OptionalLong.of(amount);
    }
}
