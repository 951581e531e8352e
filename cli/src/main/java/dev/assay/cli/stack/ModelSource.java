package dev.assay.cli.stack;

import dev.assay.sandbox.simulator.SimulatorSettings;
import org.jspecify.annotations.Nullable;

/** Who answers the jobs of one route of the local stack. */
public sealed interface ModelSource {
    /** Name of the route; the provider is called the same. */
    String route();

    /** The model that is asked for. */
    String model();

    /**
     * An endpoint that speaks OpenAI's chat completions.
     *
     * @param baseUrl what comes before {@code /chat/completions}
     * @param keyVariable environment variable that holds the key; null where none is needed
     */
    record Endpoint(String route, String baseUrl, @Nullable String keyVariable, String model) implements ModelSource {}

    /** A simulator in this process. */
    record Simulated(String route, SimulatorSettings settings, String model) implements ModelSource {}
}
