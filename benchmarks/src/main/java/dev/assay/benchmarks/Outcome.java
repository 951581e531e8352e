package dev.assay.benchmarks;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** How a benchmark ended. */
public sealed interface Outcome {
    /**
     * It was measured, and what was worked was right.
     *
     * @param parameters what the figures hang on, by name
     * @param figures the figures, the most important first
     */
    record Measured(Map<String, String> parameters, List<Figure> figures) implements Outcome {
        public Measured {
            parameters = Collections.unmodifiableMap(new LinkedHashMap<>(parameters));
            figures = List.copyOf(figures);
        }

        /** Whether every figure reaches its bar. */
        public boolean holds() {
            return figures.stream().allMatch(Figure::holds);
        }
    }

    /** The work done was not right, so no figure of it counts. */
    record NotRight(String reason) implements Outcome {}
}
