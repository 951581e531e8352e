package dev.assay.worker.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.schemas.TokenUsage;
import java.math.BigDecimal;
import org.junit.jupiter.api.Test;

class PricesTest {
    @Test
    void tokensCostTheirPriceCachedOnesTheirOwn() {
        Prices prices = new Prices(new BigDecimal("2.50"), new BigDecimal("1.25"), new BigDecimal("10"));

        assertThat(prices.cost(usage(1_000, 400, 7))).isEqualTo(new BigDecimal("0.002070000"));
        assertThat(prices.cost(usage(1, 0, 0))).isEqualTo(new BigDecimal("0.000002500"));
    }

    @Test
    void withoutAPriceForCachedTokensTheyCostAsOthersDo() {
        Prices prices = new Prices(new BigDecimal("3"), null, BigDecimal.ZERO);

        assertThat(prices.cost(usage(1_000_000, 500_000, 9))).isEqualTo(new BigDecimal("3.000000000"));
    }

    @Test
    void pricesAreNotNegative() {
        assertThatThrownBy(() -> new Prices(new BigDecimal("-1"), null, BigDecimal.ONE))
                .hasMessageContaining("input: -1 (expected: >= 0");
    }

    private static TokenUsage usage(long input, long cached, long output) {
        return TokenUsage.newBuilder()
                .setInput(input)
                .setCachedInput(cached)
                .setOutput(output)
                .build();
    }
}
