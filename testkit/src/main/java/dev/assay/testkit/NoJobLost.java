package dev.assay.testkit;

import dev.assay.schemas.Result;
import dev.assay.schemas.Score;
import java.util.HashSet;
import java.util.Set;

/** Every job that was submitted has a result and a score, and the run's progress counts each of them. */
public final class NoJobLost implements Guarantee {
    @Override
    public void check(Evidence evidence) {
        Breach.when(
                evidence.run().enqueued() != evidence.jobIds().size(),
                "progress says " + evidence.run().enqueued() + " jobs were enqueued, submitted were "
                        + evidence.jobIds().size());

        Set<String> withoutResult = new HashSet<>(evidence.jobIds());
        evidence.results().stream().map(Result::getJobId).forEach(withoutResult::remove);
        Breach.whenAny(withoutResult, "jobs have no result");

        Set<String> withoutScore = new HashSet<>(evidence.jobIds());
        evidence.scores().stream().map(Score::getJobId).forEach(withoutScore::remove);
        Breach.whenAny(withoutScore, "jobs have no score");
    }
}
