package dev.assay.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class BenchmarksTest {
    @Test
    void withoutANameAllAreChosen() {
        assertThat(Benchmarks.of(List.of()).list())
                .map(line -> line.substring(0, line.indexOf(' ')))
                .containsExactly(
                        "throughput", "instant", "enqueue", "latency", "memory", "scale", "ledger", "scorer", "micro");
    }

    @Test
    void onlyThoseNamedAreChosenInTheirOwnOrder() {
        assertThat(Benchmarks.of(List.of("enqueue", "throughput")).list())
                .map(line -> line.substring(0, line.indexOf(' ')))
                .containsExactly("throughput", "enqueue");
    }

    @Test
    void anUnknownNameIsRefusedWithThoseThereAre() {
        assertThatThrownBy(() -> Benchmarks.of(List.of("throughput", "speed")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("benchmark: speed (expected: throughput, instant, ");
    }

    @Test
    void theJobsAreTheSameEachTimeAndDifferFromEachOther() {
        List<String> bodies = List.of(BenchJobs.body(1), BenchJobs.body(2));
        assertThat(BenchJobs.of(3)).extracting(job -> job.body()).containsAll(bodies);
        assertThat(BenchJobs.of(3)).containsExactlyElementsOf(BenchJobs.of(3)).doesNotHaveDuplicates();
        assertThat(BenchJobs.request(BenchJobs.body(1), "m")).startsWith("{\"model\":\"m\",\"messages\":[");
    }

    @Test
    void theOldGenerationIsReadFromWhatTheJvmSays() {
        assertThat(ProcessUse.oldGeneration("""
            1234:
             DefNew     total 9792K, used 512K [0x00000000e0000000, 0x00000000e0aa0000, 0x00000000eaaa0000)
              eden space 8704K,   5% used [0x00000000e0000000, 0x00000000e0080000, 0x00000000e0880000)
             Tenured    total 21888K, used 15018K [0x00000000eaaa0000, 0x00000000ec000000, 0x0000000100000000)
              the  space 21888K,  68% used [0x00000000eaaa0000, 0x00000000eb94a8b8, 0x00000000ec000000)
            """)).hasValue(15_018L * 1024);
        assertThat(ProcessUse.oldGeneration("garbage-first heap")).isEmpty();
    }
}
