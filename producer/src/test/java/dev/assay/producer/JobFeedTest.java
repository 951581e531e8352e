package dev.assay.producer;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class JobFeedTest {
    @Test
    void chunksHoldEveryJobOnceInOrderWhateverIsTakenOfThem() throws BadInputException {
        Random random = new Random(9);
        for (int round = 0; round < 200; round++) {
            int jobs = random.nextInt(60);
            JobFeed feed = feed(jobs, 1 + random.nextInt(12), 1 + random.nextInt(2_000));
            List<String> taken = new ArrayList<>();
            for (int next = feed.fill(); next > 0; next = feed.fill()) {
                assertThat(feed.isDry()).isFalse();
                int some = 1 + random.nextInt(next);
                feed.take(some).forEach(job -> taken.add(job.jobId()));
                assertThat(feed.isDry()).isEqualTo(taken.size() == jobs);
            }

            assertThat(taken).hasSize(jobs).doesNotHaveDuplicates();
            assertThat(taken).isEqualTo(ids(jobs));
            assertThat(feed.taken()).isEqualTo(jobs);
        }
    }

    @Test
    void aChunkKeepsToItsBytesButAlwaysHoldsAJob() throws BadInputException {
        int oneJob = job(0).body().length();

        assertThat(feed(10, 100, 3 * oneJob).fill()).isEqualTo(3);
        assertThat(feed(10, 100, 1).fill()).isEqualTo(1);
        assertThat(feed(10, 4, 1_000_000).fill()).isEqualTo(4);
    }

    @Test
    void theHashIsTheSameHoweverTheJobsWereCut() throws BadInputException {
        JobFeed whole = feed(20, 100, 1_000_000);
        whole.fill();
        whole.take(20);
        JobFeed resumed = feed(20, 7, 1_000_000);
        JobFeed first = feed(20, 5, 1_000_000);
        first.fill();
        first.take(5);

        assertThat(resumed.skip(5, first.hash())).isTrue();
        for (int next = resumed.fill(); next > 0; next = resumed.fill()) {
            resumed.take(next);
        }

        assertThat(resumed.hash()).isEqualTo(whole.hash());
    }

    @Test
    void skippingFailsWhereTheJobsAreOthersOrFewer() throws BadInputException {
        JobFeed first = feed(20, 5, 1_000_000);
        first.fill();
        first.take(5);

        assertThat(feed(20, 5, 1_000_000).skip(6, first.hash())).isFalse();
        assertThat(feed(4, 5, 1_000_000).skip(5, first.hash())).isFalse();
        assertThat(feed(4, 5, 1_000_000).skip(0, "")).isTrue();
    }

    private static JobFeed feed(int jobs, int chunkJobs, int chunkBytes) {
        List<NewJob> all = new ArrayList<>();
        for (int i = 0; i < jobs; i++) {
            all.add(job(i));
        }
        JobReading reading = new JobReading(
                "jobs",
                new JobRecords("jobs", all),
                new JobValidator(1_000_000, Instant.EPOCH),
                new SeenJobs(),
                null,
                problem -> {
                    throw new AssertionError(problem.toString());
                });
        return new JobFeed(reading, chunkJobs, chunkBytes);
    }

    private static NewJob job(int i) {
        return NewJob.of(
                "job-%03d".formatted(i),
                "{\"messages\":[{\"role\":\"user\",\"content\":\"question %03d\"}]}".formatted(i));
    }

    private static List<String> ids(int jobs) {
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < jobs; i++) {
            ids.add("job-%03d".formatted(i));
        }
        return ids;
    }
}
