package dev.assay.cli.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class FaultPlanTest {
    private static final Duration EVERY = Duration.ofSeconds(15);

    @Test
    void theSameSeedGivesTheSamePlanAndAnotherSeedAnother() {
        Set<List<Fault>> plans = new HashSet<>();
        for (long seed = 1; seed <= 100; seed++) {
            FaultPlan plan = FaultPlan.of(options(seed, EnumSet.allOf(FaultKind.class)));

            assertThat(plan).isEqualTo(FaultPlan.of(options(seed, EnumSet.allOf(FaultKind.class))));
            plans.add(plan.faults());
        }
        assertThat(plans).hasSize(100);
    }

    @Test
    void aKillComesAtEveryIntervalUntilTheEndAndEachProcessIsHitAsOften() {
        for (long seed = 1; seed <= 100; seed++) {
            List<Fault> kills =
                    FaultPlan.of(options(seed, Set.of(FaultKind.KILL))).faults();

            assertThat(kills)
                    .extracting(Fault::at)
                    .containsExactly(every(1), every(2), every(3), every(4), every(5), every(6), every(7), every(8));
            assertThat(kills.stream().collect(Collectors.groupingBy(Fault::target, Collectors.counting())))
                    .isEqualTo(Map.of("worker-1", 2L, "worker-2", 2L, "scorer", 2L, "submitter", 2L));
        }
    }

    @Test
    void theBrokerDiesOnceInTheMiddle() {
        for (long seed = 1; seed <= 100; seed++) {
            List<Fault> faults =
                    FaultPlan.of(options(seed, Set.of(FaultKind.BROKER))).faults();

            assertThat(faults).hasSize(1);
            assertThat(faults.getFirst().at()).isBetween(Duration.ofSeconds(30), Duration.ofSeconds(90));
        }
    }

    @Test
    void aFrozenProcessIsFrozenForLongerThanItsSessionAndNotKilledMeanwhile() {
        for (long seed = 1; seed <= 100; seed++) {
            List<Fault> faults =
                    FaultPlan.of(options(seed, EnumSet.allOf(FaultKind.class))).faults();
            Fault.Freeze freeze = (Fault.Freeze) faults.stream()
                    .filter(fault -> fault instanceof Fault.Freeze)
                    .findFirst()
                    .orElseThrow();

            assertThat(freeze.lasting()).isGreaterThan(freeze.of().session(Duration.ofSeconds(6)));
            assertThat(faults)
                    .filteredOn(fault -> fault instanceof Fault.Kill kill && kill.of() == freeze.of())
                    .noneMatch(kill ->
                            kill.at().compareTo(freeze.at()) >= 0 && kill.at().compareTo(freeze.until()) <= 0);
        }
    }

    @Test
    void aKindThatIsLeftOutDoesNotChangeTheOthers() {
        FaultPlan whole = FaultPlan.of(options(7, EnumSet.allOf(FaultKind.class)));
        FaultPlan kills = FaultPlan.of(options(7, Set.of(FaultKind.KILL)));

        assertThat(whole.faults())
                .filteredOn(fault -> fault.kind() == FaultKind.KILL)
                .isEqualTo(kills.faults());
    }

    @Test
    void theRunLastsAsLongAsItsFaults() {
        ChaosOptions options = options(1, Set.of(FaultKind.KILL));

        assertThat(options.jobs() / options.rate()).isBetween(120.0, 130.0);
        double most = 2 * options.inFlight() * 1_000.0 / options.latency().toMillis();
        assertThat(most).isBetween(1.9 * options.rate(), 2.1 * options.rate());
    }

    private static Duration every(int slot) {
        return EVERY.multipliedBy(slot);
    }

    private static ChaosOptions options(long seed, Set<FaultKind> faults) {
        return new ChaosOptions(20_000, Duration.ofMinutes(2), EVERY, seed, faults, 1, Duration.ofSeconds(6), 64);
    }
}
