package dev.assay.scorer.judge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.schemas.JobStatus;
import dev.assay.schemas.JudgeCall;
import dev.assay.schemas.TokenUsage;
import java.math.BigDecimal;
import java.util.HexFormat;
import java.util.List;
import org.apache.kafka.common.utils.Bytes;
import org.junit.jupiter.api.Test;

class PendingStateTest {
    private static final Pending PENDING = new Pending(
            2,
            1_000,
            90_000,
            Bytes.wrap(new byte[] {0, -1, 7}),
            List.of(
                    new PendingCall(0, false, false, true, reply()),
                    new PendingCall(0, true, true, true, bareReply()),
                    new PendingCall(3, true, false, true, null),
                    PendingCall.first(4, false)));

    @Test
    void whatIsReadIsWhatWasWritten() {
        Pending read = PendingState.read(PendingState.write(PENDING));

        assertThat(read).isEqualTo(PENDING);
        assertThat(PendingState.generationOf(PendingState.write(PENDING))).isEqualTo(2);
    }

    /** State of a scorer that was stopped before an upgrade is read by the next one. */
    @Test
    void stateOfTheFirstVersionStaysReadable() {
        byte[] first = HexFormat.of()
                .parseHex(
                        "0204d00fa0fe0a0800000001011672756e2f6a6f6223322e301046414c4c4241434b01026d0106622f6d01047b7d0102"
                            + "310102700601020406080116302e3030303030303030310001010101026a0e4558504952454400000000000000000601000100080000000000ff07");

        assertThat(PendingState.read(first)).isEqualTo(PENDING);
    }

    private static JudgeCall reply() {
        return JudgeCall.newBuilder()
                .setJobId("run/job#2.0")
                .setStatus(JobStatus.FALLBACK)
                .setModel("m")
                .setUsedFallback("b/m")
                .setText("{}")
                .setVerdict("1")
                .setProblem("p")
                .setAttempts(3)
                .setUsage(new TokenUsage(1L, 2L, 3L, 4L))
                .setCost(new BigDecimal("0.000000001"))
                .build();
    }

    private static JudgeCall bareReply() {
        return JudgeCall.newBuilder()
                .setJobId("j")
                .setSwapped(true)
                .setRepair(true)
                .setStatus(JobStatus.EXPIRED)
                .build();
    }
}
