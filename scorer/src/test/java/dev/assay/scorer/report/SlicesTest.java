package dev.assay.scorer.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.schemas.Score;
import dev.assay.scorer.report.SampleRun.Weather;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SlicesTest {
    private final SampleRun run = new SampleRun("run", 2_000, 4, Weather.MIXED);

    @Test
    void slicesOfADimensionAddUp() {
        Slices slices = new Slices();
        for (int job = 0; job < run.jobs(); job++) {
            slices.add(run.score(job));
        }

        Slices.Dimension topic = dimension(slices, "topic");

        assertThat(topic.rows()).hasSize(7);
        assertThat(topic.rows().stream().mapToLong(row -> row.slice().jobs()).sum())
                .isEqualTo(2_000);
        assertThat(topic.rows().getFirst().name()).isEqualTo("percentages");
    }

    @Test
    void aTagWithVeryManyValuesIsNoSlice() {
        Slices slices = new Slices();
        for (int job = 0; job < run.jobs(); job++) {
            slices.add(tagged(job, Map.of("id", "id-" + job, "half", String.valueOf(job % 2))));
        }

        assertThat(slices.dimensions())
                .extracting(Slices.Dimension::name)
                .contains("half")
                .doesNotContain("id");
    }

    @Test
    void theRestOfManyValuesIsOneRow() {
        Slices slices = new Slices();
        for (int job = 0; job < run.jobs(); job++) {
            slices.add(tagged(job, Map.of("city", "city-" + job % 40)));
        }

        Slices.Dimension city = dimension(slices, "city");

        assertThat(city.rows()).hasSize(12);
        assertThat(city.rows().getLast().name()).isEqualTo("29 more values");
        assertThat(city.rows().stream().mapToLong(row -> row.slice().jobs()).sum())
                .isEqualTo(2_000);
    }

    @Test
    void manyTagsAreKeptTheSameInAnyOrder() {
        List<Score> scores = new ArrayList<>();
        for (int job = 0; job < run.jobs(); job++) {
            scores.add(tagged(job, Map.of("tag-" + job % 300, String.valueOf(job % 7))));
        }
        Slices sorted = new Slices();
        scores.forEach(sorted::add);
        Collections.shuffle(scores, new Random(1));
        Slices shuffled = new Slices();
        scores.forEach(shuffled::add);

        assertThat(describe(shuffled)).isEqualTo(describe(sorted)).isNotEmpty();
    }

    private Score tagged(int job, Map<String, String> tags) {
        return Score.newBuilder(run.score(job)).setTags(tags).build();
    }

    private static Slices.Dimension dimension(Slices slices, String name) {
        return slices.dimensions().stream()
                .filter(dimension -> dimension.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static List<String> describe(Slices slices) {
        return slices.dimensions().stream()
                .flatMap(dimension -> dimension.rows().stream()
                        .map(row -> dimension.name() + "/" + row.name() + " "
                                + row.slice().jobs() + " " + row.slice().mean()))
                .toList();
    }
}
