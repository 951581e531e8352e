package dev.assay.deadletters;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConditionTest {
    @ParameterizedTest
    @CsvSource({
        "attempts=3, 3, true",
        "attempts=3, 3.0, true",
        "attempts=3, 30, false",
        "attempts!=3, 4, true",
        "attempts>3, 4, true",
        "attempts>3, 3, false",
        "attempts>=3, 3, true",
        "attempts<3, 2, true",
        "attempts<=3, 4, false",
        "attempts>9, 10, true",
        "attempts>3, many, false",
        "attempts<=3, many, false",
        "' message ~ Time Out ', the call ran into a time out, true",
        "message~timeout, all is well, false",
        "message!~timeout, all is well, true",
        "tags.suite=math, math, true",
        "tags.a-b.c=x=y, x=y, true",
        "job.deadline>2026-01-01T00:00:00Z, 2026-01-02T00:00:00Z, true",
        "job.deadline>2026-01-01T00:00:00Z, 2025-01-02T00:00:00Z, false",
        "header.traceparent~00-, 00-ab, true",
        "body.messages.0.role=user, user, true"
    })
    void comparesNumbersTimesAndTexts(String condition, String found, boolean holds) {
        assertThat(Condition.parse(condition).holds(Optional.of(found))).isEqualTo(holds);
    }

    @Test
    void aLetterWithoutTheFieldMeetsOnlyWhatItMustNotBe() {
        assertThat(Condition.parse("tags.suite!=math").holds(Optional.empty())).isTrue();
        assertThat(Condition.parse("tags.suite!~math").holds(Optional.empty())).isTrue();
        assertThat(Condition.parse("tags.suite=math").holds(Optional.empty())).isFalse();
        assertThat(Condition.parse("attempts<3").holds(Optional.empty())).isFalse();
    }

    @Test
    void whatIsNoConditionSaysWhatOneIs() {
        assertThatThrownBy(() -> Condition.parse("attempts"))
                .hasMessageStartingWith("'attempts' (expected: FIELD OPERATOR VALUE");
        assertThatThrownBy(() -> Condition.parse("attempts>x"))
                .hasMessage("'attempts>x': x (expected: a number or an ISO-8601 time behind >)");
        assertThatThrownBy(() -> Condition.parse("tries=3"))
                .hasMessageStartingWith("no field tries (expected: kind, disposition, message, ");
        assertThatThrownBy(() -> Condition.parse("job.body=x")).hasMessageStartingWith("no field job.body");
        assertThatThrownBy(() -> Condition.parse("tags.=x")).hasMessageStartingWith("no field tags.");
    }
}
