package dev.assay.worker.failure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RulesTest {
    private static final String NONE = "always: []\nbyProvider: []\nbyCode: []\nbyWords: []\n";

    @Test
    void theOwnTableIsRead() {
        assertThat(Rules.own().names()).hasSizeGreaterThan(100).doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{name: a, status: 400, kind: NO_KIND} | rules:5:35: byStatus[0].kind",
                "{name: a, status: 4xx, kind: BAD_REQUEST} | status: 4xx (expected: such as 429 or 500-599)",
                "{name: A b, status: 400, kind: BAD_REQUEST} | (expected: small letters, digits and hyphens)",
                "{name: a, status: 400, kind: RATE_LIMITED} | kind: RATE_LIMITED of rule a (expected: with scope and"
                        + " waits)",
                "{name: a, status: 400, scope: MODEL, kind: TIMEOUT} | kind: TIMEOUT of rule a (expected: without"
                        + " scope and waits)",
                "{name: a, kind: BAD_REQUEST} | rule a fits every failure (expected: a condition)",
                "{name: a, code: x, kind: BAD_REQUEST} | byStatus: rule a lacks the condition that this list is of",
                "{name: a, status: 400, kind: TIMEOUT, says_: x} | says_: unknown key",
                "{name: a, status: 400, kind: TIMEOUT}, {name: a, status: 401, kind: TIMEOUT} | two rules are called a"
            })
    void aWrongRuleIsNamedWithItsPlace(String rules, String message) {
        assertThatThrownBy(() -> Rules.parse("rules", NONE + "byStatus: [" + rules + "]\n"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("rules:")
                .hasMessageContaining(message);
    }

    @Test
    void aMissingListIsNamed() {
        assertThatThrownBy(() -> Rules.parse("rules", "always: []\n"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("missing key");
    }
}
