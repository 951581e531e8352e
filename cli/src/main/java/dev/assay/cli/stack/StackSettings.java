package dev.assay.cli.stack;

import dev.assay.schemas.topics.Topics;
import dev.assay.worker.LaneSettings;
import dev.assay.worker.breaker.BreakerSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * What a local stack is made of.
 *
 * @param state directory that keeps the broker's data and the scorer's state
 * @param port the broker's port; 0 for a free one
 * @param topics names of the topics
 * @param lanes lanes with a topic and a worker
 * @param sources who answers, one a route
 * @param isChain whether the candidates of each further source come after those of the one before
 * @param breaker when a failing model is left alone, and how it comes back
 * @param inFlight jobs in a worker's hands at once
 * @param drainGrace how long running calls may go on when the stack stops
 */
public record StackSettings(
        Path state,
        int port,
        Topics topics,
        List<LaneSettings> lanes,
        List<ModelSource> sources,
        boolean isChain,
        BreakerSettings breaker,
        int inFlight,
        Duration drainGrace) {
    public StackSettings {
        lanes = List.copyOf(lanes);
        sources = List.copyOf(sources);
    }

    List<String> laneNames() {
        return lanes.stream().map(LaneSettings::name).toList();
    }

    List<String> routes() {
        return sources.stream().map(ModelSource::route).toList();
    }
}
