package dev.assay.sandbox.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RequestLogTest {
    @TempDir
    Path directory;

    @Test
    void countsAllCallsAndHoldsTheLatest() {
        try (RequestLog log = new RequestLog(3, null)) {
            for (int i = 1; i <= 5; i++) {
                log.arrive();
                log.end(call(i, "run/job-" + i + "/0/1", 200));
            }
            assertThat(log.counts().ended()).isEqualTo(5);
            assertThat(log.latest()).extracting(CallRecord::number).containsExactly(3L, 4L, 5L);
            assertThatThrownBy(log::calls).hasMessageContaining("let go of 2 of 5 calls (raise log.capacity");
            log.clear();
            assertThat(log.calls()).isEmpty();
        }
    }

    @Test
    void writesEveryCallToItsFile() throws Exception {
        Path file = directory.resolve("sub").resolve("calls.jsonl");
        try (RequestLog log = new RequestLog(1, new LogFile(file))) {
            for (int i = 1; i <= 3; i++) {
                log.arrive();
                log.end(call(i, null, 503));
            }
            assertThat(Files.readAllLines(file)).hasSize(3);
        }
        CallRecord second =
                SimulatorJson.MAPPER.readValue(Files.readAllLines(file).get(1), CallRecord.class);
        assertThat(second).isEqualTo(call(2, null, 503));
    }

    @Test
    void countsPhysicalCallsByJob() {
        try (RequestLog log = new RequestLog(100, null)) {
            for (String key : new String[] {"r/a/0/1", "r/a/0/2", "r/b/0/1", "s/a/0/1", "odd", "r/c"}) {
                log.arrive();
                log.end(call(1, key, 200));
            }
            log.arrive();
            log.end(call(1, null, 200));

            assertThat(log.callsPerJob()).isEqualTo(Map.of("r/a", 2, "r/b", 1, "s/a", 1));
        }
    }

    @Test
    void waitsForCountsAndGivesUpInTime() throws Exception {
        try (RequestLog log = new RequestLog(100, null)) {
            Thread arriving = Thread.startVirtualThread(log::arrive);
            assertThat(log.await(counts -> counts.inFlight() == 1, Duration.ofSeconds(10)))
                    .isTrue();
            assertThat(log.await(counts -> counts.inFlight() == 2, Duration.ofMillis(20)))
                    .isFalse();
            arriving.join();
        }
    }

    private static CallRecord call(long number, @Nullable String key, int status) {
        return new CallRecord(
                number,
                Instant.EPOCH,
                5,
                5,
                1,
                "m",
                false,
                1,
                1,
                1,
                key,
                status,
                null,
                false,
                false,
                Map.of("a", "b"),
                null);
    }
}
