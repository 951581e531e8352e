package dev.assay.schemas.settlement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.Test;

class SettlementTest {
    @Test
    void anEmptySettlementHasEmptyMetadata() {
        assertThat(Settlement.at(7).encode()).isEmpty();
        assertThat(Settlement.decode(7, "")).isEqualTo(Settlement.at(7));
    }

    @Test
    void theBytesAreAContract() {
        TreeMap<Long, Starts> started = new TreeMap<>();
        started.put(100L, new Starts(1, 0));
        started.put(102L, new Starts(2, 1));
        Settlement settlement =
                new Settlement(100, List.of(new OffsetRange(101, 102), new OffsetRange(103, 303)), started);

        assertThat(settlement.encode()).isEqualTo("a1:AgEBAcgBAgABAAICAQ");
        assertThat(Settlement.decode(100, "a1:AgEBAcgBAgABAAICAQ")).isEqualTo(settlement);
    }

    @Test
    void whatIsEncodedIsDecoded() {
        Random random = new Random(42);
        for (int round = 0; round < 2_000; round++) {
            Settlement settlement = randomSettlement(random, 1 + random.nextInt(60));

            Settlement decoded = Settlement.decode(settlement.lowWater(), settlement.encode());

            assertThat(decoded).isEqualTo(settlement);
            for (OffsetRange range : settlement.finished()) {
                assertThat(decoded.isFinished(range.from())).isTrue();
                assertThat(decoded.isFinished(range.to() - 1)).isTrue();
                assertThat(decoded.isFinished(range.to())).isFalse();
            }
            assertThat(decoded.isFinished(settlement.lowWater())).isFalse();
        }
    }

    @Test
    void damagedMetadataIsNamedAndNeverReadAsSomethingElse() {
        Random random = new Random(7);
        for (int round = 0; round < 2_000; round++) {
            Settlement settlement = randomSettlement(random, 1 + random.nextInt(10));
            String encoded = settlement.encode();
            String cut = encoded.substring(0, 3 + random.nextInt(encoded.length() - 3));
            if (cut.length() < encoded.length()) {
                assertThatThrownBy(() -> Settlement.decode(settlement.lowWater(), cut))
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessageContaining("is damaged");
            }
        }
        assertThatThrownBy(() -> Settlement.decode(1, "hello"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("not written by an Assay worker");
    }

    /**
     * The bounds that a worker keeps: 512 unfinished of which 256 started, over a span of 65,536 offsets. It is worst
     * when every unfinished offset stands alone between finished ranges just too long for a one-byte count.
     */
    @Test
    void theWorstOrderOfFinishingStaysWithinTheBrokersLimit() {
        Settlement worst = settlement(lengths -> 128);

        assertThat(worst.finished()).hasSize(508);
        assertThat(worst.started()).hasSize(256);
        assertThat(worst.encode())
                .hasSizeLessThan(Settlement.MAX_ENCODED_LENGTH)
                .hasSizeGreaterThan(3_400);
        assertThat(Settlement.decode(worst.lowWater(), worst.encode())).isEqualTo(worst);
    }

    @Test
    void noOrderOfFinishingIsWorse() {
        int worst = settlement(lengths -> 128).encode().length();
        Random random = new Random(3);
        for (int round = 0; round < 500; round++) {
            int longest = 1 << (1 + random.nextInt(14));
            assertThat(settlement(lengths -> 1 + random.nextInt(longest))
                            .encode()
                            .length())
                    .isLessThanOrEqualTo(worst);
        }
    }

    /** 512 unfinished offsets, every other one started, with finished ranges between them while the span lasts. */
    private static Settlement settlement(IntUnaryOperator rangeLength) {
        long lowWater = 1L << 40;
        long end = lowWater;
        List<OffsetRange> finished = new ArrayList<>();
        TreeMap<Long, Starts> started = new TreeMap<>();
        for (int unfinished = 0; unfinished < 512; unfinished++) {
            if (unfinished % 2 == 0) {
                started.put(end, new Starts(1 + unfinished % 3, unfinished % 2));
            }
            long left = 65_536 - (end + 1 - lowWater) - (511 - unfinished);
            long length = Math.min(left, rangeLength.applyAsInt(unfinished));
            if (length > 0) {
                finished.add(new OffsetRange(end + 1, end + 1 + length));
            }
            end += 1 + Math.max(0, length);
        }
        return new Settlement(lowWater, finished, started);
    }

    private static Settlement randomSettlement(Random random, int ranges) {
        long lowWater = random.nextInt(5) == 0 ? 0 : random.nextLong(1L << 40);
        List<OffsetRange> finished = new ArrayList<>();
        TreeMap<Long, Starts> started = new TreeMap<>();
        long end = lowWater;
        for (int i = 0; i < ranges; i++) {
            long from = end + 1 + random.nextInt(300);
            if (random.nextBoolean()) {
                started.put(from - 1, new Starts(1 + random.nextInt(3), random.nextInt(3)));
            }
            end = from + 1 + random.nextInt(1000);
            finished.add(new OffsetRange(from, end));
        }
        return new Settlement(lowWater, finished, started);
    }
}
