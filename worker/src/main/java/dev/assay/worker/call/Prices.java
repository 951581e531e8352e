package dev.assay.worker.call;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.assay.schemas.TokenUsage;
import java.math.BigDecimal;
import java.math.RoundingMode;
import org.jspecify.annotations.Nullable;

/**
 * What a model's tokens cost, per million, in the price list's currency.
 *
 * @param input price of input tokens
 * @param cachedInput price of input tokens served from the provider's cache; null for the price of other input
 * @param output price of output tokens
 */
public record Prices(
        @JsonProperty(required = true) BigDecimal input,
        @Nullable BigDecimal cachedInput,
        @JsonProperty(required = true) BigDecimal output) {
    /** Digits after the point of a cost, as the records hold it. */
    private static final int SCALE = 9;

    static final BigDecimal NOTHING = BigDecimal.ZERO.setScale(SCALE);

    private static final int MILLION_DIGITS = 6;

    public Prices {
        requirePrice("input", input);
        requirePrice("output", output);
        if (cachedInput != null) {
            requirePrice("cachedInput", cachedInput);
        }
    }

    /** Cost of the tokens, to nine digits after the point. */
    public BigDecimal cost(TokenUsage usage) {
        long cached = Math.min(usage.getCachedInput(), usage.getInput());
        BigDecimal cachedPrice = cachedInput == null ? input : cachedInput;
        return input.multiply(BigDecimal.valueOf(usage.getInput() - cached))
                .add(cachedPrice.multiply(BigDecimal.valueOf(cached)))
                .add(output.multiply(BigDecimal.valueOf(usage.getOutput())))
                .movePointLeft(MILLION_DIGITS)
                .setScale(SCALE, RoundingMode.HALF_UP);
    }

    private static void requirePrice(String name, @Nullable BigDecimal price) {
        if (price == null || price.signum() < 0) {
            throw new IllegalArgumentException(name + ": " + price + " (expected: >= 0, per million tokens)");
        }
    }
}
