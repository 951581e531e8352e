package dev.assay.producer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.schemas.Expecting;
import dev.assay.schemas.ScorerUse;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Scorers that do not come with Assay, where jobs are submitted. */
class ScorerCheckTest {
    @Test
    void aNameOfTheirFormIsTakenWhereNothingIsKnownOfThem() throws BadInputException, IOException {
        assertThat(problems(ScorerCheck.NONE, "x-coverage", "x-2_b", "semantic"))
                .isEmpty();
    }

    @Test
    void anotherNameThatIsNotKnownIsRefused() throws BadInputException, IOException {
        assertThat(problems(ScorerCheck.NONE, "x_coverage", "X-coverage", "x-", "coverage"))
                .hasSize(4)
                .allSatisfy(problem -> assertThat(problem).contains("is not known (expected: exact, "));
    }

    @Test
    void whatIsKnownOfThemIsAsked() throws BadInputException, IOException {
        ScorerCheck check = use -> use.getScorer().equals("x-coverage") ? "targets: none" : null;

        assertThat(problems(check, "x-coverage", "x-other", "exact"))
                .containsExactly("expectation: scorer x-coverage: targets: none");
    }

    private static List<String> problems(ScorerCheck check, String... scorers) throws BadInputException, IOException {
        List<NewJob> jobs = new ArrayList<>();
        for (String scorer : scorers) {
            ScorerUse use = Expecting.use(scorer, List.of("a"), Map.of(), 1);
            String body = "{\"messages\":[{\"role\":\"user\",\"content\":\"q\"}]}";
            jobs.add(new NewJob("job-" + jobs.size(), body, Expecting.of(use), Map.of(), null));
        }
        List<String> problems = new ArrayList<>();
        try (JobReading reading = new JobReading(
                "jobs",
                new JobRecords("jobs", jobs),
                new JobValidator(1_000_000, Instant.EPOCH, check),
                new SeenJobs(),
                null,
                problem -> problems.add(problem.reason()))) {
            while (reading.next() != null) {
                // All are read for their problems.
            }
        }
        return problems;
    }
}
