package dev.assay.scorer.fold;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.schemas.FailureKind;
import dev.assay.schemas.JobStatus;
import dev.assay.schemas.Outcome;
import java.math.BigDecimal;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

/** State written by an earlier scorer is still read: these bytes never change, a new version gets new ones beside. */
class GoldenStateTest {
    private static final Counted COUNTED = new Counted(
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
            1_700_000_000_000L);

    private static final String COUNTED_1 = "02020c53434f5245441046414c4c4241434b00018094ebdc0300040a65786163740100"
            + "00000e6e756d657269630000011873636f7265725f6572726f7200010e54494d454f5554010a73696d2d310104a413aaf70601"
            + "c80114280a010c3132333030301280a0abfef962";
    private static final String TALLY_1 = "02020c53434f52454402021046414c4c4241434b0200020e54494d454f555402000002"
            + "0a73696d2d310200040a6578616374020000000e6e756d65726963000000021873636f7265725f6572726f720298020200da03"
            + "0200008094ebdc030204c80114280a0200010c3132333030301280a0abfef962";

    @Test
    void keepsTheFormOfWhatAJobCounts() {
        assertThat(HexFormat.of().formatHex(CountedState.write(COUNTED))).isEqualTo(COUNTED_1);
        assertThat(CountedState.read(HexFormat.of().parseHex(COUNTED_1))).isEqualTo(COUNTED);
    }

    @Test
    void keepsTheFormOfATally() {
        RunTally tally = new RunTally();
        tally.add(COUNTED);
        assertThat(HexFormat.of().formatHex(TallyState.write(tally))).isEqualTo(TALLY_1);
        assertThat(TallyState.read(HexFormat.of().parseHex(TALLY_1))).isEqualTo(tally);
    }
}
