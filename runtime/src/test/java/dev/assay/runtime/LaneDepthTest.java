package dev.assay.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.schemas.settlement.OffsetRange;
import dev.assay.schemas.settlement.Settlement;
import java.util.List;
import java.util.TreeMap;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class LaneDepthTest {
    private final LaneDepth depth = new LaneDepth(
            List.of(
                    partition("jobs", 0, 100, 40, 10),
                    partition("jobs", 1, 7, 7, 0),
                    // A topic made anew under an old group: the end lies before the mark.
                    partition("jobs", 2, 3, 90, 0)),
            List.of(partition("parked", 0, 30, 5, 20), partition("parked", 1, 9, 9, 0)));

    @Test
    void itIsWhatIsNeitherFinishedNorBelowTheLowWaterMarkParkedJobsIncluded() {
        assertThat(depth.parked()).isEqualTo(5);
        assertThat(depth.unfinished()).isEqualTo(50 + 5);
    }

    @Test
    void aParkedJobHasNotLeftTheLane() {
        assertThat(depth.finished()).isEqualTo(147 - 5);
    }

    private static LaneDepth.Partition partition(String topic, int number, long end, long lowWater, int finished) {
        List<OffsetRange> beyond =
                finished == 0 ? List.of() : List.of(new OffsetRange(lowWater + 1, lowWater + 1 + finished));
        return new LaneDepth.Partition(
                new TopicPartition(topic, number), new Settlement(lowWater, beyond, new TreeMap<>()), end);
    }
}
