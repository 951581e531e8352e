package dev.assay.cli.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class OrdinalLedgerTest {
    @Test
    void keepsTheNoteOfTheHighestGenerationInAnyOrder() {
        OrdinalLedger ledger = new OrdinalLedger();
        assertThat(ledger.add(7, 2, "g", 5)).isTrue();
        assertThat(ledger.add(7, 0, "g", 1)).isTrue();
        assertThat(ledger.add(7, 1, "g", 3)).isTrue();
        assertThat(ledger.note(7)).isEqualTo(5);
        assertThat(ledger.generation(7)).isEqualTo(2);
        assertThat(ledger.doubledCount()).isZero();
        assertThat(ledger.end()).isEqualTo(8);
    }

    @Test
    void namesJobsThatAreThereTwiceInOneGeneration() {
        OrdinalLedger ledger = new OrdinalLedger();
        ledger.add(0, 0, "a", 0);
        ledger.add(1, 0, "b", 0);
        assertThat(ledger.add(1, 0, "b", 4)).isFalse();
        assertThat(ledger.note(1)).isZero();
        assertThat(ledger.doubled()).containsExactly("b");
        assertThat(ledger.doubledCount()).isOne();
    }

    @Test
    void refusesWhatIsNoPlace() {
        OrdinalLedger ledger = new OrdinalLedger();
        assertThatThrownBy(() -> ledger.add(-2, 0, "x", 0)).hasMessageContaining("job x: ordinal -2");
        assertThat(ledger.has(-1)).isFalse();
        assertThat(ledger.note(5)).isEqualTo(-1);
    }

    @Test
    void keepsJobsOfUnknownPlaceByTheirIds() {
        OrdinalLedger ledger = new OrdinalLedger();
        assertThat(ledger.add(OrdinalLedger.UNKNOWN, 0, "x", 16)).isTrue();
        assertThat(ledger.add(OrdinalLedger.UNKNOWN, 0, "x", 16)).isFalse();
        assertThat(ledger.unplaced()).containsOnly(Map.entry("x", 16));
        assertThat(ledger.doubled()).containsExactly("x");
        assertThat(ledger.end()).isZero();
    }

    @Test
    void agreesWithAPlainMapOverRandomRecords() {
        Random random = new Random(4711);
        for (int round = 0; round < 50; round++) {
            OrdinalLedger ledger = new OrdinalLedger();
            Map<Long, Map<Integer, Integer>> model = new HashMap<>();
            long doubled = 0;
            for (int i = 0; i < 300; i++) {
                long ordinal = random.nextInt(120);
                int generation = random.nextInt(10) < 8 ? 0 : random.nextInt(4);
                int note = random.nextInt(127);
                boolean isNew = model.computeIfAbsent(ordinal, unused -> new HashMap<>())
                                .putIfAbsent(generation, note)
                        == null;
                doubled += isNew ? 0 : 1;
                assertThat(ledger.add(ordinal, generation, "job-" + ordinal, note))
                        .isEqualTo(isNew);
            }
            assertThat(ledger.hasReplays())
                    .isEqualTo(model.values().stream()
                            .anyMatch(generations ->
                                    generations.keySet().stream().anyMatch(generation -> generation > 0)));
            assertThat(ledger.doubledCount()).isEqualTo(doubled);
            model.forEach((ordinal, generations) -> {
                int highest = generations.keySet().stream()
                        .mapToInt(Integer::intValue)
                        .max()
                        .orElseThrow();
                assertThat(ledger.generation(ordinal)).isEqualTo(highest);
                assertThat(ledger.note(ordinal)).isEqualTo(generations.get(highest));
            });
        }
    }
}
