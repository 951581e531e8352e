package dev.assay.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class LinearPatternTest {
    @Test
    void findsAndMatches() {
        LinearPattern pattern = LinearPattern.compile("(?i)b+");
        assertThat(pattern.find("aBBc")).contains("BB");
        assertThat(pattern.find("ac")).isEmpty();
        assertThat(pattern.matchesWhole("bBb")).isTrue();
        assertThat(pattern.matchesWhole("bBbc")).isFalse();
    }

    @Test
    void saysWhatIsWrongWithAPattern() {
        assertRefused("a(", "missing closing )");
        assertRefused("(?=a)b", "RE2 syntax, without look-around");
        assertRefused("(a)\\1", "without look-around and back-references");
        assertRefused("a".repeat(3_000), "longer than 2000 characters");
    }

    @Test
    void refusesWhatWouldNotFitInMemoryBeforeItIsCompiled() {
        for (String pattern : List.of(
                "((((a{100}){100}){100}){100}){100}",
                "\\Q[\\E(((((a{100}){100}){100}){100}){100})]",
                "[^]](((((a{100}){100}){100}){100}){100})",
                "[[:alpha:]](((((a{100}){100}){100}){100}){100})",
                "\\[(((((a{100}){100}){100}){100}){100})]",
                "(?i:((((a{9,100}){100}){100}){,100}){100,})")) {
            assertRefused(pattern, "unroll to more than");
        }
    }

    @Test
    void countsRepetitionsSideBySideAsASum() {
        String uuid = "[a-f0-9]{8}-[a-f0-9]{4}-[a-f0-9]{4}-[a-f0-9]{4}-[a-f0-9]{12}";
        assertThat(LinearPattern.compile(uuid).find("id 123e4567-e89b-12d3-a456-426614174000."))
                .contains("123e4567-e89b-12d3-a456-426614174000");
    }

    @Test
    void knowsTheWorkBeforehand() {
        LinearPattern pattern = LinearPattern.compile("a{1000}");
        assertThat(pattern.isAffordable("a".repeat(10_000))).isTrue();
        assertThat(pattern.isAffordable("a".repeat(100_000))).isFalse();
    }

    private static void assertRefused(String pattern, String reason) {
        assertThatThrownBy(() -> LinearPattern.compile(pattern))
                .as(pattern)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(reason);
    }
}
