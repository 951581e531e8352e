package dev.assay.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CourseTest {
    private static final long SECOND = 1_000_000_000;

    /** Starts for 5 s, works 100 jobs a second for 10 s at half a processor, then needs 5 s for the last one. */
    private static Course slowAtBothEnds() {
        List<Course.Sample> samples = new ArrayList<>();
        samples.add(sample(0, 0, 0));
        samples.add(sample(5, 0, 4_000));
        for (int second = 1; second <= 10; second++) {
            samples.add(sample(5 + second, 100L * second - (second == 10 ? 1 : 0), 4_000 + 500L * second));
        }
        samples.add(sample(20, 1_000, 9_100));
        return new Course(1_000, samples);
    }

    private static Course.Sample sample(int second, long ended, long cpuMillis) {
        return new Course.Sample(second * SECOND, ended, Map.of("working", Duration.ofMillis(cpuMillis)));
    }

    @Test
    void theSteadyPartKnowsNeitherStartNorEnd() {
        Course.Stretch steady = slowAtBothEnds().steady();
        assertThat(steady.jobs()).isEqualTo(800);
        assertThat(steady.seconds()).isEqualTo(8);
        assertThat(steady.rate()).isEqualTo(100);
        assertThat(steady.cpuPerThousand("working")).isCloseTo(5, within(1e-9));
    }

    @Test
    void theWholeCostHoldsTheStart() {
        assertThat(slowAtBothEnds().wholeCpuPerThousand("working")).isCloseTo(9.1, within(1e-9));
    }

    @Test
    void aProcessThatIsNotFollowedCostsNothing() {
        assertThat(slowAtBothEnds().steady().cpuPerThousand("other")).isZero();
    }

    @Test
    void whatIsOverBetweenTwoLooksIsNotMeasured() {
        Course course = new Course(100, List.of(sample(0, 0, 0), sample(1, 100, 10)));
        assertThatThrownBy(course::steady)
                .isInstanceOf(NotRightException.class)
                .hasMessageContaining("it was over between two looks");
    }

    @Test
    void whatDidNotEndIsNotMeasured() {
        Course course = new Course(100, List.of(sample(0, 0, 0), sample(1, 50, 10)));
        assertThatThrownBy(course::steady).hasMessage("only 50 of 90 calls were answered");
    }
}
