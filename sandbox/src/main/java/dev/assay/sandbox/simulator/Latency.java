package dev.assay.sandbox.simulator;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import dev.assay.runtime.DurationText;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * How long a call takes until its first byte. As text: {@code 200ms} (always), {@code 50ms..300ms} (any between),
 * {@code p50=200ms p99=2s} (lognormal), and with {@code tail=0.01x20s} one call in a hundred takes up to 20 s.
 */
public sealed interface Latency {
    Latency NONE = new Fixed(Duration.ZERO);

    /**
     * One latency out of the distribution.
     *
     * @param first from 0 (inclusive) to 1 (exclusive)
     * @param second the same, independent of the first
     */
    Duration sample(double first, double second);

    /** The text that {@link #parse} reads. */
    @JsonValue
    String text();

    record Fixed(Duration time) implements Latency {
        public Fixed {
            require("latency", time);
        }

        @Override
        public Duration sample(double first, double second) {
            return time;
        }

        @Override
        public String text() {
            return time.toString();
        }
    }

    /** Any between, all as likely. */
    record Uniform(Duration from, Duration to) implements Latency {
        public Uniform {
            require("latency", from);
            if (to.compareTo(from) < 0) {
                throw new IllegalArgumentException("latency: " + from + ".." + to + " (expected: shortest first)");
            }
        }

        @Override
        public Duration sample(double first, double second) {
            return from.plusNanos((long) (first * to.minus(from).toNanos()));
        }

        @Override
        public String text() {
            return from + ".." + to;
        }
    }

    /** The usual shape of a model's latency: half of the calls within p50, all but one in a hundred within p99. */
    record LogNormal(Duration p50, Duration p99) implements Latency {
        /** Distance of the 99th percentile from the middle, in standard deviations. */
        private static final double Z99 = 2.326347874;

        public LogNormal {
            require("p50", p50);
            if (p50.isZero() || p99.compareTo(p50) < 0) {
                throw new IllegalArgumentException(
                        "latency: p50=" + p50 + " p99=" + p99 + " (expected: 0 < p50 <= p99)");
            }
        }

        @Override
        public Duration sample(double first, double second) {
            double sigma = Math.log((double) p99.toNanos() / p50.toNanos()) / Z99;
            // Box and Muller's way from two uniform numbers to a normal one; 1 - first is never 0.
            double normal = Math.sqrt(-2 * Math.log(1 - first)) * Math.cos(2 * Math.PI * second);
            return Duration.ofNanos((long) (p50.toNanos() * Math.exp(sigma * normal)));
        }

        @Override
        public String text() {
            return "p50=" + p50 + " p99=" + p99;
        }
    }

    /** A lognormal body and a few stragglers that take up to {@code longest}. */
    record LongTail(LogNormal body, double share, Duration longest) implements Latency {
        public LongTail {
            if (!(share >= 0 && share <= 1)) {
                throw new IllegalArgumentException("tail: " + share + " (expected: a share from 0 to 1)");
            }
            if (longest.compareTo(body.p99()) < 0) {
                throw new IllegalArgumentException("tail: " + longest + " (expected: >= p99)");
            }
        }

        @Override
        public Duration sample(double first, double second) {
            if (first < share) {
                double place = 1 - first / share;
                return body.p99()
                        .plusNanos((long) (place * longest.minus(body.p99()).toNanos()));
            }
            return body.sample((first - share) / (1 - share), second);
        }

        @Override
        public String text() {
            return body.text() + " tail=" + share + "x" + longest;
        }
    }

    /**
     * Reads the text form.
     *
     * @throws IllegalArgumentException saying what was expected
     */
    @JsonCreator
    public static Latency parse(String text) {
        int dots = text.indexOf("..");
        if (dots > 0) {
            return new Uniform(
                    DurationText.parse(text.substring(0, dots)), DurationText.parse(text.substring(dots + 2)));
        }
        if (!text.contains("=")) {
            return new Fixed(DurationText.parse(text));
        }
        Map<String, String> parts = new LinkedHashMap<>();
        for (String part : text.strip().split("\\s+", -1)) {
            int equals = part.indexOf('=');
            parts.put(part.substring(0, Math.max(0, equals)), part.substring(equals + 1));
        }
        String tail = parts.remove("tail");
        if (!parts.keySet().equals(java.util.Set.of("p50", "p99"))) {
            throw new IllegalArgumentException(
                    text + " (expected: 200ms, or 50ms..300ms, or p50=200ms p99=2s [tail=0.01x20s])");
        }
        LogNormal body = new LogNormal(
                DurationText.parse(parts.getOrDefault("p50", "")), DurationText.parse(parts.getOrDefault("p99", "")));
        return tail == null ? body : tail(body, tail);
    }

    private static Latency tail(LogNormal body, String text) {
        int x = text.indexOf('x');
        try {
            return new LongTail(
                    body,
                    Double.parseDouble(text.substring(0, Math.max(0, x))),
                    DurationText.parse(text.substring(x + 1)));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("tail: " + text + " (expected: SHARExLONGEST, such as 0.01x20s)", e);
        }
    }

    private static void require(String name, Duration time) {
        if (time.isNegative()) {
            throw new IllegalArgumentException(name + ": " + time + " (expected: >= 0)");
        }
    }
}
