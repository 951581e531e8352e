package dev.assay.cli.stack;

import dev.assay.runtime.LaneDefaults;
import dev.assay.schemas.topics.Topics;
import dev.assay.worker.LaneSettings;
import dev.assay.worker.breaker.BreakerSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a local stack is made of.
 *
 * @param state directory that keeps the broker's data and the scorer's state
 * @param port the broker's port; 0 for a free one
 * @param topics names of the topics
 * @param lanes lanes with a topic and a worker
 * @param sources who answers, one a route
 * @param judge the model of the first source that judges answers; null for none
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
        @Nullable String judge,
        boolean isChain,
        BreakerSettings breaker,
        int inFlight,
        Duration drainGrace) {
    public StackSettings {
        lanes = List.copyOf(lanes);
        sources = List.copyOf(sources);
    }

    /** The lanes of its worker: those asked for, and the judges'. */
    List<LaneSettings> served() {
        return withJudges(lanes, LaneSettings::name, () -> LaneSettings.of(LaneDefaults.JUDGE));
    }

    /** The lanes that have topics; the judges' always, for the scorer counts on it. */
    List<String> laneNames() {
        return Stream.concat(lanes.stream().map(LaneSettings::name), Stream.of(LaneDefaults.JUDGE))
                .distinct()
                .toList();
    }

    List<String> routes() {
        return withJudges(sources.stream().map(ModelSource::route).toList(), route -> route, () -> LaneDefaults.JUDGE);
    }

    private <T> List<T> withJudges(List<T> others, Function<T, String> name, Supplier<T> judges) {
        if (judge == null || others.stream().map(name).anyMatch(LaneDefaults.JUDGE::equals)) {
            return others;
        }
        return Stream.concat(others.stream(), Stream.of(judges.get())).toList();
    }
}
