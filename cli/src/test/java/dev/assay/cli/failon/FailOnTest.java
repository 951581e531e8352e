package dev.assay.cli.failon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.cli.RunSamples;
import dev.assay.schemas.RunSummary;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FailOnTest {
    /** Of 100 ended: 60 scored (45 passed), 30 cut, 5 filtered, 2 unscored, 1 that was never to be, 2 dead letters. */
    private static final RunSummary SUMMARY = RunSummary.newBuilder(RunSamples.summary("r", 100, 60, 45, 2))
            .setFinished(100)
            .setOutcomes(Map.of("SCORED", 60L, "TRUNCATED", 30L, "FILTERED", 5L, "UNSCORED", 3L, "DEAD_LETTERED", 2L))
            .setUnscored(Map.of("bad_expectation", 2L, "no_expectation", 1L))
            .setStatuses(Map.of("SUCCEEDED", 55L, "FALLBACK", 8L, "UNANSWERED", 35L, "DEAD_LETTERED", 2L))
            .setFallbacks(Map.of("TIMEOUT", 6L, "OVERLOADED", 2L))
            .setModelDrift(1)
            .build();

    @Test
    void saysNumeratorDenominatorAndLimit() {
        assertThat(told("cap-hits=5%,unscored=2,fallback=10%,pass-rate<80%,conservative-rate<40%,drift>0"))
                .containsExactly(
                        "cap-hits 30.0 %, 30 of 100 ended (at most 5%)",
                        "unscored 3.0 %, 3 of 100 ended (at most 2)",
                        "fallback 8.2 %, 8 of 98 answered (at most 10%)",
                        "pass-rate 75.0 %, 45 of 60 scored (at least 80%)",
                        "conservative-rate 45.5 %, 45 of 99 to be scored (at least 40%)",
                        "drift 1.0 %, 1 of 98 answered (at most 0)");
    }

    @Test
    void whatIsAtTheLimitHolds() {
        assertThat(holds("truncated=30%")).isTrue();
        assertThat(holds("truncated=29.9%")).isFalse();
        assertThat(holds("truncated=30")).isTrue();
        assertThat(holds("truncated>29")).isFalse();
        assertThat(holds("pass-rate<75%")).isTrue();
        assertThat(holds("pass-rate<75.1%")).isFalse();
        assertThat(holds("not-scored=40%, dead-lettered = 2 % ")).isTrue();
        assertThat(holds("refused=0,empty=0,expired=0,cancelled=0")).isTrue();
    }

    @Test
    void aShareOfNothingExceedsNothingAndFallsShortOfEverything() {
        RunSummary nothing = RunSamples.summary("r", 10, 0, 0, 0);
        assertThat(FailOn.parse("unscored=0%").of(nothing)).allMatch(Standing::holds);
        assertThat(FailOn.parse("pass-rate<1%").of(nothing)).noneMatch(Standing::holds);
        assertThat(FailOn.parse("pass-rate<1%").of(nothing).get(0).share()).isNull();
        assertThat(FailOn.parse("pass-rate<1%").of(null)).isEmpty();
    }

    @Test
    void whatIsNoLimitIsNamedWithItsPlace() {
        refused(
                "cap-hits=5x",
                "fail-on: character 10: '5x' (expected: a percentage such as 5%, or a count of jobs such as 3)");
        refused("cap-hits=5%,unscored", "fail-on: character 21: '' (expected: =, > or < behind unscored)");
        refused("cap-hits=5%,,", "fail-on: character 13: '' (expected: cap-hits, truncated,");
        refused("caphits=5%", "fail-on: character 1: 'caphits=5%' (expected: cap-hits, ");
        refused("unscored=2%,fallback=101%", "fail-on: character 22: '101%' (expected: 0% to 100%)");
        refused("unscored=-1", "fail-on: character 10: '-1' (expected: a percentage");
        refused("unscored=NaN%", "fail-on: character 10: 'NaN%' (expected: a percentage");
        refused("", "fail-on: character 1: '' (expected: cap-hits");
    }

    private static List<String> told(String text) {
        return FailOn.parse(text).of(SUMMARY).stream().map(Standing::toString).toList();
    }

    private static boolean holds(String text) {
        return FailOn.parse(text).of(SUMMARY).stream().allMatch(Standing::holds);
    }

    private static void refused(String text, String why) {
        assertThatThrownBy(() -> FailOn.parse(text)).hasMessageStartingWith(why);
    }
}
