package dev.assay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.schemas.topics.Names;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class RunIdsTest {
    private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");

    @Test
    void areMadeOfTheFilesNameAndTheSecond() {
        assertThat(RunIds.madeFrom("data/gsm8k-test.jsonl.gz", NOW)).isEqualTo("gsm8k-test-20260102-030405");
        assertThat(RunIds.madeFrom("-", NOW)).isEqualTo("run-20260102-030405");
    }

    @Test
    void areNamesWhateverTheFileIsCalled() {
        for (String file : List.of("a b?.csv", "_x.jsonl", "ü.jsonl", ".hidden", "x".repeat(300), "..", "/")) {
            assertThat(Names.isName(RunIds.madeFrom(file, NOW))).as(file).isTrue();
        }
    }
}
