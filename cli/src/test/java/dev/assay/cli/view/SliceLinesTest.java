package dev.assay.cli.view;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.cli.RunSamples;
import dev.assay.cli.read.RunView;
import dev.assay.cli.terminal.Style;
import dev.assay.schemas.RunSummary;
import dev.assay.schemas.SummarySlice;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SliceLinesTest {
    @Test
    void showsDimensionsWithMoreThanOneName() {
        List<String> lines = lines(List.of(
                slice("answered-by", "fallback", 5, 1),
                slice("answered-by", "primary", 100, 80),
                slice("answered-by", "none", 30, 0, 0),
                slice("lane", "batch", 135, 81)));
        assertThat(lines.get(1))
                .startsWith(" answered-by  primary")
                .contains("80.0 %")
                .contains("70.0 and 90.0 %");
        assertThat(lines.get(2)).contains("none").contains(" - ").endsWith("0    30");
        assertThat(lines).hasSize(4).noneMatch(line -> line.contains("lane"));
    }

    @Test
    void showsTheLargestOfManyNamesAndSaysHowManyMoreThereAre() {
        List<SummarySlice> slices = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            slices.add(slice("model", "m" + i, 10 + i, 5));
        }
        for (int tag = 0; tag < 9; tag++) {
            slices.add(slice("tag:key-" + tag, "a", 10, 5));
            slices.add(slice("tag:key-" + tag, "b\u001b[2J", 10, 5));
        }
        List<String> lines = lines(slices);
        assertThat(lines).hasSize(1 + 7 + 4 * 2 + 1);
        assertThat(lines.get(1)).startsWith(" model").contains("m29");
        assertThat(lines.get(7)).contains("and 24 more");
        assertThat(lines.getLast()).isEqualTo(" and 5 more tags: all with --json");
        assertThat(String.join("\n", lines)).doesNotContain("\u001b");
    }

    @Test
    void saysNothingWhereNothingIsToldApart() {
        assertThat(lines(List.of(slice("lane", "batch", 3, 3), slice("model", "m", 3, 3))))
                .isEmpty();
    }

    @Test
    void theConservativeRateIsShownWhereItSaysSomethingElse() {
        RunSummary summary = RunSamples.summary("r1", 10, 8, 6, 2);
        assertThat(RunLines.of(view(summary, 0.6), Style.PLAIN, 80))
                .contains(" conservative  60.0 %  with every job without a value counted as not passed");
        assertThat(RunLines.of(view(summary, summary.getPassRate()), Style.PLAIN, 80))
                .noneMatch(line -> line.contains("conservative"));
    }

    private static List<String> lines(List<SummarySlice> slices) {
        RunSummary summary = RunSamples.summary("r1", 10, 8, 6, 2);
        return SliceLines.of(RunSummary.newBuilder(summary).setSlices(slices).build(), Style.PLAIN);
    }

    private static RunView view(RunSummary summary, @Nullable Double conservative) {
        RunSummary with =
                RunSummary.newBuilder(summary).setConservativeRate(conservative).build();
        return new RunView("r1", null, null, with);
    }

    private static SummarySlice slice(String dimension, String name, long finished, long passed) {
        return slice(dimension, name, finished, finished, passed);
    }

    private static SummarySlice slice(String dimension, String name, long finished, long scored, long passed) {
        return SummarySlice.newBuilder()
                .setDimension(dimension)
                .setName(name)
                .setFinished(finished)
                .setOutcomes(Map.of())
                .setScored(scored)
                .setPassed(passed)
                .setPassRate(scored == 0 ? null : (double) passed / scored)
                .setPassRateLow(scored == 0 ? null : 0.7)
                .setPassRateHigh(scored == 0 ? null : 0.9)
                .build();
    }
}
