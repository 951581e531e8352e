package dev.assay.cli.read;

import dev.assay.runtime.KafkaClients;
import org.jspecify.annotations.Nullable;

/**
 * Whether two runs measured their common jobs with the same yardstick, as their results say.
 *
 * @param common jobs with a result in both
 * @param otherPrompts those whose requests differ as far as the results' previews show, which may be what is compared
 * @param otherTargets those whose accepted answers differ
 * @param otherScorers those whose scorers, options or weights differ
 * @param example one of the jobs that are judged differently; null where none is
 */
public record Yardsticks(
        long common,
        long otherPrompts,
        long otherTargets,
        long otherScorers,
        @Nullable String example) {
    public boolean areTheSame() {
        return otherTargets == 0 && otherScorers == 0;
    }

    /** Reads the results of both; a result that is there twice, after a replay, counts as often. */
    public static Yardsticks of(KafkaClients clients, RunView a, RunView b) {
        RunRecords records = new RunRecords(clients);
        AskedJobs asked = new AskedJobs();
        records.results(a.runId(), a.manifest(), asked::add);
        Count count = new Count();
        records.results(b.runId(), b.manifest(), result -> count.add(asked.compare(result), result.getJobId()));
        return new Yardsticks(count.common, count.prompts, count.targets, count.scorers, count.example);
    }

    private static final class Count {
        private long common;
        private long prompts;
        private long targets;
        private long scorers;
        private @Nullable String example;

        void add(AskedJobs.Difference difference, String jobId) {
            common += difference == AskedJobs.Difference.ABSENT ? 0 : 1;
            switch (difference) {
                case ABSENT, NONE -> {}
                case PROMPT -> prompts++;
                case TARGETS -> {
                    targets++;
                    example = example == null ? jobId : example;
                }
                case SCORERS -> {
                    scorers++;
                    example = example == null ? jobId : example;
                }
            }
        }
    }
}
