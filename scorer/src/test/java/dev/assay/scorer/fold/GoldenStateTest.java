package dev.assay.scorer.fold;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.schemas.AnswerSource;
import dev.assay.schemas.FailureKind;
import dev.assay.schemas.JobStatus;
import dev.assay.schemas.Outcome;
import dev.assay.schemas.RunSummary;
import java.math.BigDecimal;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** State written by an earlier scorer is still read: these bytes never change, a new version gets new ones beside. */
class GoldenStateTest {
    private static final Traits TRAITS =
            new Traits(AnswerSource.FALLBACK_MODEL, "sim-1", "sim-large", "v7", "batch", Map.of("topic", "sums"), 2);
    private static final Counted COUNTED = counted(TRAITS);
    /** As a scorer counted it that knew no slices. */
    private static final Counted UNSLICED = counted(null);

    private static Counted counted(@Nullable Traits traits) {
        return new Counted(
                1,
                Outcome.SCORED,
                JobStatus.FALLBACK,
                null,
                500_000_000L,
                false,
                List.of(
                        new Counted.Part("exact", 0L, false, null),
                        new Counted.Part("numeric", null, false, "scorer_error")),
                null,
                FailureKind.TIMEOUT,
                "sim-1",
                true,
                2,
                1_234,
                56_789,
                new Counted.Usage(100, 10, 20, 5),
                new BigDecimal("0.000123000"),
                1_700_000_000_000L,
                traits);
    }

    private static final String COUNTED_1 = "02020c53434f5245441046414c4c4241434b00018094ebdc0300040a65786163740100"
            + "00000e6e756d657269630000011873636f7265725f6572726f7200010e54494d454f5554010a73696d2d310104a413aaf70601"
            + "c80114280a010c3132333030301280a0abfef962";
    private static final String TALLY_1 = "02020c53434f52454402021046414c4c4241434b0200020e54494d454f555402000002"
            + "0a73696d2d310200040a6578616374020000000e6e756d65726963000000021873636f7265725f6572726f720298020200da03"
            + "0200008094ebdc030204c80114280a0200010c3132333030301280a0abfef962";

    private static final String COUNTED_2 =
            "040200020104010a73696d2d31011273696d2d6c61726765010476370a6261746368020a746f7069630873756d7304000180"
                + "94ebdc0300040a6578616374010000000e6e756d657269630000011873636f7265725f6572726f7200010e54494d454f5554"
                + "020104a413aaf70601c80114280a010c3132333030301280a0abfef962";
    private static final String TALLY_2 =
            "04020c53434f52454402021046414c4c4241434b0200020e54494d454f5554020000020a73696d2d310200040a6578616374"
                + "020000000e6e756d65726963000000021873636f7265725f6572726f720298020200da030200008094ebdc030204c8011428"
                + "0a0200010c3132333030301280a0abfef962021066616c6c6261636b020002008094ebdc03000000020e7265747269656402"
                + "0002008094ebdc03000000020a73696d2d31020002008094ebdc0300000002047637020002008094ebdc03000000020a6261"
                + "746368020002008094ebdc03000000020a746f706963020873756d73020002008094ebdc030000000200040080a8d6b907";
    private static final String WINDOW_1 = "02020a62617463681273696d2d6c6172676502020e54494d454f5554020000";

    @Test
    void keepsTheFormOfWhatAJobCounts() {
        assertThat(hex(CountedState.write(COUNTED))).isEqualTo(COUNTED_2);
        assertThat(CountedState.read(bytes(COUNTED_2))).isEqualTo(COUNTED);
        assertThat(CountedState.generationOf(bytes(COUNTED_2))).isEqualTo(1);
    }

    @Test
    void keepsTheFormOfATally() {
        RunTally tally = new RunTally();
        tally.add(COUNTED);
        assertThat(hex(TallyState.write(tally))).isEqualTo(TALLY_2);
        assertThat(TallyState.read(bytes(TALLY_2))).isEqualTo(tally);
    }

    @Test
    void keepsTheFormOfAWindow() {
        WindowTally window = new WindowTally();
        window.add(COUNTED);
        StateOutput out = new StateOutput();
        window.write(out);
        assertThat(hex(out.toBytes())).isEqualTo(WINDOW_1);
        assertThat(WindowTally.read(new StateInput(bytes(WINDOW_1)))).isEqualTo(window);
    }

    @Test
    void readsWhatAScorerWithoutSlicesCounted() {
        assertThat(CountedState.read(bytes(COUNTED_1))).isEqualTo(UNSLICED);
        assertThat(CountedState.generationOf(bytes(COUNTED_1))).isEqualTo(1);

        RunTally tally = TallyState.read(bytes(TALLY_1));
        RunTally expected = new RunTally();
        expected.add(UNSLICED);
        assertThat(tally).isEqualTo(expected);
        RunSummary summary = RunSummaries.of("run", tally, Optional.empty());
        assertThat(summary.getFinished()).isEqualTo(1);
        assertThat(summary.getMean()).isEqualTo(0.5);
        assertThat(summary.getSlices())
                .hasSize(SliceTallies.Dimension.values().length)
                .allSatisfy(slice -> {
                    assertThat(slice.getName()).isEqualTo(SliceTallies.UNKNOWN);
                    assertThat(slice.getFinished()).isEqualTo(1);
                    assertThat(slice.getMean()).isEqualTo(0.5);
                });
    }

    /** A replay of a job that was counted before an upgrade takes exactly that back, from the run and its slices. */
    @Test
    void whatWasCountedWithoutSlicesIsTakenBackWhole() {
        RunTally tally = TallyState.read(bytes(TALLY_1));
        tally.subtract(CountedState.read(bytes(COUNTED_1)));
        tally.add(COUNTED);
        RunTally expected = new RunTally();
        expected.add(COUNTED);
        assertThat(TallyState.read(TallyState.write(tally))).isEqualTo(expected);
    }

    /** What a job costs in the scorer's store, for as long as its run is remembered. */
    @Test
    void aJobTakesFewBytes() {
        assertThat(CountedState.write(COUNTED)).hasSizeLessThanOrEqualTo(140);
    }

    private static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }

    private static byte[] bytes(String hex) {
        return HexFormat.of().parseHex(hex);
    }
}
