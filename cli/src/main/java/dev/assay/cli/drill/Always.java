package dev.assay.cli.drill;

import dev.assay.schemas.Result;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** What holds in every row, whatever is done to the provider. */
final class Always {
    static final List<Observation> OBSERVATIONS = List.of(
            Observation.expected("every job has one result", Always::oneResultEach),
            Observation.unacceptable("a call in the provider's log that no result tells of", Always::untoldCalls));

    private Always() {}

    private static Seen oneResultEach(Evidence evidence) {
        Map<String, Long> results =
                evidence.results().stream().collect(Collectors.groupingBy(Evidence::jobOf, Collectors.counting()));
        long once = evidence.jobs().stream()
                .filter(job -> results.getOrDefault(job, 0L) == 1)
                .count();
        return Seen.all(once, Math.max(evidence.jobs().size(), results.size()), "job");
    }

    /** Job by job: the provider may have seen as many calls as the result has attempts there, and not one more. */
    private static Seen untoldCalls(Evidence evidence) {
        long untold = 0;
        for (String role : evidence.calls().keySet()) {
            Map<String, Long> arrived = evidence.callsPerJob(role);
            Map<String, Long> told = evidence.results().stream()
                    .collect(
                            Collectors.toMap(Evidence::jobOf, result -> attemptsAt(evidence, role, result), Long::sum));
            TreeSet<String> jobs = new TreeSet<>(arrived.keySet());
            jobs.addAll(told.keySet());
            for (String job : jobs) {
                untold += Math.max(0, arrived.getOrDefault(job, 0L) - told.getOrDefault(job, 0L));
            }
        }
        return Seen.none(untold, "call");
    }

    private static long attemptsAt(Evidence evidence, String role, Result result) {
        return result.getAttempts().stream()
                .filter(attempt -> attempt.getProvider().equals(evidence.provider(role)))
                .count();
    }
}
