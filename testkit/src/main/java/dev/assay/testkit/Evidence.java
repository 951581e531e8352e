package dev.assay.testkit;

import dev.assay.cli.read.RunView;
import dev.assay.runtime.LaneDepth;
import dev.assay.schemas.Result;
import dev.assay.schemas.Score;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a scenario left behind, read from the topics and the provider's log, never from the services' own counters.
 *
 * @param runId the run
 * @param jobIds every job that was submitted
 * @param results every committed result of the run, doubled ones too
 * @param scores every committed score of the run
 * @param run what the runs topic says of it
 * @param depthAtEnd how the lane stands after the run, its parked topics included
 * @param deepest the most unfinished jobs seen on the lane
 * @param mostAllowed the bound, and what may lie above it in its present form
 * @param callsPerJob calls that reached the provider, by run/job, replays apart
 * @param recallsAllowed how many of them may be repetitions: the jobs that workers can have had in hand when they were
 *     killed, or frozen for so long that others took over
 * @param exits exit codes of the workers that were told to stop
 */
public record Evidence(
        String runId,
        Set<String> jobIds,
        List<Result> results,
        List<Score> scores,
        RunView run,
        LaneDepth depthAtEnd,
        long deepest,
        long mostAllowed,
        Map<String, Integer> callsPerJob,
        int recallsAllowed,
        List<Integer> exits) {
    public Evidence {
        jobIds = Set.copyOf(jobIds);
        results = List.copyOf(results);
        scores = List.copyOf(scores);
        callsPerJob = Map.copyOf(callsPerJob);
        exits = List.copyOf(exits);
    }
}
