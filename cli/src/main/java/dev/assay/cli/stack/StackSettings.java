package dev.assay.cli.stack;

import dev.assay.schemas.topics.Topics;
import dev.assay.worker.LaneSettings;
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
 * @param inFlight jobs in a worker's hands at once
 * @param drainGrace how long running calls may go on when the stack stops
 */
public record StackSettings(
        Path state,
        int port,
        Topics topics,
        List<LaneSettings> lanes,
        List<ModelSource> sources,
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
