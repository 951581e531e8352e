package dev.assay.budget.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.schemas.LedgerRefusal;
import dev.assay.schemas.Refused;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Submitters that race for the slots of a lane, freeze, die and follow each other, and keepers that do. */
class SlotsPropertiesTest {
    @ParameterizedTest
    @ValueSource(ints = {100, 1_000, 10_000})
    void theLaneIsNeverDeeperThanItsBoundAndNobodyIsRefusedWhileItHasRoom(int bound) {
        for (long seed = 0; seed < 40; seed++) {
            SlotsRace race = new SlotsRace(bound, new Random(seed));
            for (int step = 0; step < 3_000; step++) {
                race.step();
                assertThat(race.depth())
                        .as("depth with seed %d at step %d", seed, step)
                        .isLessThanOrEqualTo(bound);
                assertThat(race.depthOfBounded())
                        .as("jobs of the bounded tenant with seed %d at step %d", seed, step)
                        .isLessThanOrEqualTo(race.boundOfBounded());
            }
            race.settleDown();
            assertThat(race.depth()).as("depth in the end with seed %d", seed).isBetween(bound * 95L / 100, (long)
                    bound);
            assertThat(race.depthOfBounded())
                    .as("jobs of the bounded tenant in the end with seed %d", seed)
                    .isBetween(1L, race.boundOfBounded());
            assertThat(race.refusedWithRoom())
                    .as("refusals under 95 %% with seed %d", seed)
                    .isZero();
        }
    }

    @Test
    void nothingIsGrantedBeforeTheLaneWasMeasured() {
        SlotsRace race = new SlotsRace(100, new Random(1));

        assertThat(race.ask(0, 50, 0).getLast().getEvent())
                .isInstanceOfSatisfying(
                        Refused.class,
                        refused -> assertThat(refused.getReason()).isEqualTo(LedgerRefusal.UNKNOWN));
    }
}
