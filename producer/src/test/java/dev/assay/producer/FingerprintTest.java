package dev.assay.producer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.schemas.Expectation;
import dev.assay.schemas.Expecting;
import dev.assay.schemas.ScorerUse;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class FingerprintTest {
    private static final Expectation EXACT =
            Expecting.of(List.of(Expecting.use("exact", List.of("a", "b"), Map.of("x", "1", "y", "2"), 1.0)));

    /** Runs that are resumed after an upgrade are recognised by these. */
    @Test
    void theHashesAreAContract() {
        Fingerprint fingerprint =
                Fingerprint.of("job", "{}", EXACT, Map.of("t", "u"), Instant.parse("2030-01-01T00:00:00Z"));
        PrefixHash prefix = new PrefixHash();
        prefix.add(fingerprint);

        assertThat(Long.toHexString(fingerprint.first8())).isEqualTo("800e5f9055f83941");
        assertThat(prefix.hex()).isEqualTo("87c88225461b62dc30b0d2b5b91cfbd88efefa580d2b8fb8c51d36092fcd213a");
        assertThat(Long.toHexString(Fingerprint.first8("job"))).isEqualTo("5e8c9902207afaeb");
        assertThat(new RunSettings(Map.of("lane", "batch", "route", "main")).hash())
                .isEqualTo("afb6a2d4d7457786c86ef64cfa6fa9a60a4b3bf7639302ba544513dac66d62c8");
    }

    @Test
    void everythingThatALineSaysIsInIt() {
        Instant deadline = Instant.parse("2030-01-01T00:00:00Z");
        List<Fingerprint> all = List.of(
                Fingerprint.of("job", "{}", EXACT, Map.of("t", "u"), deadline),
                Fingerprint.of("job2", "{}", EXACT, Map.of("t", "u"), deadline),
                Fingerprint.of("job", "{} ", EXACT, Map.of("t", "u"), deadline),
                Fingerprint.of("job", "{}", Expecting.of(List.of()), Map.of("t", "u"), deadline),
                Fingerprint.of(
                        "job",
                        "{}",
                        one("exact", List.of("a"), Map.of("x", "1", "y", "2"), 1),
                        Map.of("t", "u"),
                        deadline),
                Fingerprint.of(
                        "job",
                        "{}",
                        one("exact", List.of("ab"), Map.of("x", "1", "y", "2"), 1),
                        Map.of("t", "u"),
                        deadline),
                Fingerprint.of(
                        "job", "{}", one("exact", List.of("a", "b"), Map.of("x", "1"), 1), Map.of("t", "u"), deadline),
                Fingerprint.of(
                        "job",
                        "{}",
                        one("exact", List.of("a", "b"), Map.of("x", "1", "y", "2"), 2),
                        Map.of("t", "u"),
                        deadline),
                Fingerprint.of("job", "{}", named(EXACT), Map.of("t", "u"), deadline),
                Fingerprint.of("job", "{}", EXACT, Map.of("tu", ""), deadline),
                Fingerprint.of("job", "{}", EXACT, Map.of(), deadline),
                Fingerprint.of("job", "{}", EXACT, Map.of("t", "u"), deadline.plusMillis(1)),
                Fingerprint.of("job", "{}", EXACT, Map.of("t", "u"), null));

        Set<Long> distinct = new HashSet<>();
        all.forEach(fingerprint -> distinct.add(fingerprint.first8()));

        assertThat(distinct).hasSize(all.size());
    }

    @Test
    void theOrderOfOptionsAndTagsDoesNotMatter() {
        Expectation other =
                Expecting.of(List.of(Expecting.use("exact", List.of("a", "b"), Map.of("y", "2", "x", "1"), 1.0)));

        assertThat(Fingerprint.of("j", "{}", other, Map.of("b", "2", "a", "1"), null)
                        .first8())
                .isEqualTo(Fingerprint.of("j", "{}", EXACT, Map.of("a", "1", "b", "2"), null)
                        .first8());
    }

    @Test
    void thePrefixHashDependsOnEveryJobAndTheirOrder() {
        Fingerprint a = Fingerprint.of("a", "{}", EXACT, Map.of(), null);
        Fingerprint b = Fingerprint.of("b", "{}", EXACT, Map.of(), null);

        assertThat(Set.of(hash(a, b), hash(b, a), hash(a), hash(b), hash())).hasSize(5);
        assertThat(hash(a, b)).isEqualTo(hash(a, b));
    }

    private static String hash(Fingerprint... fingerprints) {
        PrefixHash hash = new PrefixHash();
        for (Fingerprint fingerprint : fingerprints) {
            hash.add(fingerprint);
            // Reading the value in between changes nothing.
            hash.hex();
        }
        return hash.hex();
    }

    private static Expectation one(String scorer, List<String> targets, Map<String, String> options, double weight) {
        return Expecting.of(List.of(Expecting.use(scorer, targets, options, weight)));
    }

    private static Expectation named(Expectation expectation) {
        ScorerUse use = ScorerUse.newBuilder(expectation.getScorers().getFirst())
                .setName("n")
                .build();
        return Expecting.of(use);
    }
}
