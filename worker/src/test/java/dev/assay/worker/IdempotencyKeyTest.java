package dev.assay.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.schemas.Account;
import dev.assay.schemas.Expectation;
import dev.assay.schemas.Job;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class IdempotencyKeyTest {
    @Test
    void itNamesRunJobGenerationAndDelivery() {
        assertThat(key("job-1_a.b~c", 2, 3)).isEqualTo("run/job-1_a.b~c/2/3");
    }

    @Test
    void aJobIdOfAnyCharactersFitsAHeader() {
        assertThat(key("a/b c%é\n", 0, 1)).isEqualTo("run/a%2Fb%20c%25%C3%A9%0A/0/1");
    }

    @Test
    void aLongJobIdIsHashedAndStaysItsOwn() {
        String one = key("x".repeat(500) + "1", 0, 1);
        String other = key("x".repeat(500) + "2", 0, 1);

        assertThat(one).hasSizeLessThan(120).matches("run/[0-9a-f]{64}/0/1").isNotEqualTo(other);
    }

    private static String key(String jobId, int generation, int delivery) {
        Job job = Job.newBuilder()
                .setRunId("run")
                .setJobId(jobId)
                .setGeneration(generation)
                .setOrdinal(0)
                .setTenant("t")
                .setLane("batch")
                .setRoute("r")
                .setAccount(Account.EVAL)
                .setBody("{}")
                .setExpectation(Expectation.newBuilder().setScorers(List.of()).build())
                .setEstimatedInputTokens(0)
                .setEnqueuedAt(Instant.EPOCH)
                .setDeadline(Instant.EPOCH)
                .build();
        return IdempotencyKey.of(job, delivery);
    }
}
