package dev.assay.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class LaneDefaultsTest {
    @Test
    void everyDefaultIsPinned() {
        String table = LaneDefaults.standard().stream()
                .map(lane -> String.join(
                        " ",
                        lane.lane(),
                        "entry " + lane.entry(),
                        "connect " + lane.connect(),
                        "read " + lane.read(),
                        "total " + lane.total(),
                        "long " + lane.totalOfLongOutput(),
                        "first " + lane.firstToken(),
                        "idle " + lane.idle(),
                        "complete " + lane.completeAnswer(),
                        "age " + lane.maxAge()))
                .collect(Collectors.joining("\n"));

        assertThat(table).isEqualTo("""
            prompt-lab entry PT5S connect PT3S read PT10S total PT12S long PT12S first PT5S idle PT5S complete false age PT1M
            sxs entry PT8S connect PT3S read PT25S total PT30S long PT30S first PT10S idle PT10S complete false age PT5M
            judge entry PT6S connect PT3S read PT18S total PT20S long PT30S first PT8S idle PT8S complete true age PT10M
            batch entry PT30S connect PT5S read PT2M total PT2M30S long PT2M30S first PT1M idle PT30S complete false age PT24H
            shadow entry PT30S connect PT5S read PT2M total PT2M30S long PT2M30S first PT1M idle PT30S complete false age PT24H\
            """);
    }

    @Test
    void aLaneOfOnesOwnHasTheLimitsOfBatch() {
        LaneDefaults nightly = LaneDefaults.of("nightly");

        assertThat(nightly.lane()).isEqualTo("nightly");
        assertThat(nightly.total()).isEqualTo(LaneDefaults.of("batch").total());
        assertThat(nightly.maxAge()).isEqualTo(Duration.ofHours(24));
    }

    @Test
    void aNameThatNoTopicCouldHaveIsRefused() {
        assertThatThrownBy(() -> LaneDefaults.of("a/b")).hasMessageContaining("lane: 'a/b'");
    }

    @Test
    void aSmallOutputShortensACallWhereAPersonWaits() {
        assertThat(LaneDefaults.of("sxs").totalFor(256)).isEqualTo(Duration.ofSeconds(8));
        assertThat(LaneDefaults.of("sxs").totalFor(257)).isEqualTo(Duration.ofSeconds(20));
        assertThat(LaneDefaults.of("sxs").totalFor(1_001)).isEqualTo(Duration.ofSeconds(30));
        assertThat(LaneDefaults.of("sxs").totalFor(null)).isEqualTo(Duration.ofSeconds(30));
        assertThat(LaneDefaults.of("prompt-lab").totalFor(1_000)).isEqualTo(Duration.ofSeconds(12));
        assertThat(LaneDefaults.of("batch").totalFor(16)).isEqualTo(Duration.ofSeconds(150));
    }

    @Test
    void aJudgeThatWritesMoreMayTakeLonger() {
        assertThat(LaneDefaults.of("judge").totalFor(1_000)).isEqualTo(Duration.ofSeconds(20));
        assertThat(LaneDefaults.of("judge").totalFor(1_001)).isEqualTo(Duration.ofSeconds(30));
    }
}
