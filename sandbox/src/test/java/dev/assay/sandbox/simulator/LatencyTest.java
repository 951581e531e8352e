package dev.assay.sandbox.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class LatencyTest {
    private static final int SAMPLES = 20_000;

    @Test
    void isAlwaysTheSameWhenFixed() {
        assertThat(percentiles(Latency.parse("200ms"))).containsOnly(200.0);
    }

    @Test
    void isBetweenItsEndsWhenUniform() {
        double[] millis = percentiles(Latency.parse("50ms..300ms"));

        assertThat(millis[0]).isBetween(50.0, 51.0);
        assertThat(millis[50]).isBetween(170.0, 180.0);
        assertThat(millis[100]).isBetween(299.0, 300.0);
    }

    @Test
    void hasTheMiddleAndTheEdgeThatWereAskedForWhenLognormal() {
        double[] millis = percentiles(Latency.parse("p50=200ms p99=2s"));

        assertThat(millis[50]).isBetween(190.0, 210.0);
        assertThat(millis[99]).isBetween(1_800.0, 2_200.0);
        assertThat(millis[0]).isPositive();
    }

    @Test
    void hasStragglersWhereThereIsATail() {
        Latency latency = Latency.parse("p50=20ms p99=100ms tail=0.05x10s");
        double[] millis = percentiles(latency);

        assertThat(millis[50]).isBetween(19.0, 23.0);
        assertThat(millis[97]).isBetween(2_000.0, 8_000.0);
        assertThat(millis[100]).isLessThanOrEqualTo(10_000.0);
    }

    @ParameterizedTest
    @ValueSource(strings = {"200ms", "50ms..300ms", "p50=200ms p99=2s", "p50=200ms p99=2s tail=0.01x20s"})
    void readsItsOwnText(String text) {
        Latency latency = Latency.parse(text);

        assertThat(Latency.parse(latency.text())).isEqualTo(latency);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "soon",
                "p50=200ms",
                "p50=2s p99=1s",
                "300ms..50ms",
                "p50=1s p99=2s tail=lots",
                "p50=1s p99=2s tail=2x9s",
                "p50=1s p99=2s tail=0.1x1s",
                "p50=0 p99=1s",
                "p50=1s p99=2s p10=1ms"
            })
    void refusesOtherTextAndSaysWhatItExpects(String text) {
        assertThatThrownBy(() -> Latency.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("expected: ");
    }

    @Test
    void passesBeforeAnAnswerAndBetweenTheTokensOfAStream() throws Exception {
        SimulatorSettings settings = SimulatorSettings.standard()
                .withLatency(Latency.parse("150ms"))
                .withStream(new StreamPace(Duration.ofMillis(10), 2));
        try (ProviderSimulator simulator = ProviderSimulator.start(settings);
                Chat chat = new Chat(simulator)) {
            HttpResponse<String> whole = chat.ask("x");
            int events = chat.stream("x").size();

            var calls = simulator.requestLog().calls();
            assertThat(whole.statusCode()).isEqualTo(200);
            assertThat(calls.get(0).durationNanos())
                    .isGreaterThanOrEqualTo(Duration.ofMillis(150).toNanos());
            assertThat(calls.get(1).durationNanos())
                    .isGreaterThanOrEqualTo(
                            Duration.ofMillis(150 + 20L * (events - 1)).toNanos());
        }
    }

    private static double[] percentiles(Latency latency) {
        Random random = new Random(4);
        double[] millis = new double[SAMPLES];
        for (int i = 0; i < SAMPLES; i++) {
            millis[i] = latency.sample(random.nextDouble(), random.nextDouble()).toNanos() / 1e6;
        }
        Arrays.sort(millis);
        double[] percentiles = new double[101];
        for (int i = 0; i <= 100; i++) {
            percentiles[i] = millis[Math.min(SAMPLES - 1, i * SAMPLES / 100)];
        }
        return percentiles;
    }
}
