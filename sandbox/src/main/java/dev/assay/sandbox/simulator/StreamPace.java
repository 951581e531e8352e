package dev.assay.sandbox.simulator;

import java.time.Duration;

/**
 * How a stream flows after its first event.
 *
 * @param perToken time that each token takes; none
 * @param tokensPerChunk tokens in one event; 4
 */
public record StreamPace(Duration perToken, Integer tokensPerChunk) {
    public StreamPace {
        perToken = perToken == null ? Duration.ZERO : perToken;
        tokensPerChunk = tokensPerChunk == null ? Integer.valueOf(4) : tokensPerChunk;
        if (perToken.isNegative()) {
            throw new IllegalArgumentException("perToken: " + perToken + " (expected: >= 0)");
        }
        if (tokensPerChunk < 1) {
            throw new IllegalArgumentException("tokensPerChunk: " + tokensPerChunk + " (expected: >= 1)");
        }
    }

    public static StreamPace standard() {
        return new StreamPace(Duration.ZERO, 4);
    }

    Duration perChunk() {
        return perToken.multipliedBy(tokensPerChunk);
    }
}
