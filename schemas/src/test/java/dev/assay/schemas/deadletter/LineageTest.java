package dev.assay.schemas.deadletter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.assay.schemas.topics.HeaderNames;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class LineageTest {
    private static final Instant TIME = Instant.parse("2026-11-30T12:34:56.789Z");

    @Test
    void livesComeBackAsTheyWere() {
        List<Ancestor> lives = List.of(
                life(0, "no answer within 150 s", List.of()),
                life(
                        1,
                        "Grüße 🙂 \"quoted\"\n",
                        List.of(
                                new Ancestor.Edit("maxTokens", null, "2000"),
                                new Ancestor.Edit("route", "\"main\"", "\"large\""),
                                new Ancestor.Edit("body.logit_bias", "{\"1\":2}", null))));
        Headers headers = new RecordHeaders();
        Lineage.write(lives, headers);
        assertThat(Lineage.read(headers)).isEqualTo(lives);
    }

    @Test
    void whatWasWrittenBeforeIsReplaced() {
        Headers headers = new RecordHeaders();
        headers.add("mine", new byte[] {1});
        Lineage.write(List.of(life(0, "a", List.of())), headers);
        Lineage.write(List.of(life(0, "a", List.of()), life(1, "b", List.of())), headers);
        assertThat(headers.toArray()).hasSize(2);
        assertThat(Lineage.read(headers)).hasSize(2);
    }

    @Test
    void rubbishTellsOfNoLifeAndNeverThrows() {
        for (String text : List.of(
                "",
                "[",
                "{}",
                "7",
                "null",
                "[null]",
                "[7]",
                "[{}]",
                "[[]]",
                "\"text\"",
                "[{\"diedAt\":\"soon\"}]",
                "[".repeat(5_000))) {
            assertThat(Lineage.read(headers(text.getBytes(StandardCharsets.UTF_8))))
                    .as(text.substring(0, Math.min(20, text.length())))
                    .isEmpty();
        }
        assertThat(Lineage.read(headers(null))).isEmpty();
        Random random = new Random(5);
        for (int i = 0; i < 500; i++) {
            byte[] bytes = new byte[random.nextInt(200)];
            random.nextBytes(bytes);
            assertThatCode(() -> Lineage.read(headers(bytes))).doesNotThrowAnyException();
        }
    }

    @Test
    void theHeaderStaysBoundedHoweverOftenAJobIsSentAgain() {
        List<Ancestor> lives = new ArrayList<>();
        Headers headers = new RecordHeaders();
        for (int generation = 0; generation < 100; generation++) {
            List<Ancestor.Edit> edits = new ArrayList<>();
            for (int i = 0; i < 30; i++) {
                edits.add(new Ancestor.Edit("body.messages[" + i + "]", "x".repeat(5_000), "y".repeat(5_000)));
            }
            lives.add(life(generation, "m".repeat(10_000), edits));
            Lineage.write(lives, headers);
            assertThat(headers.lastHeader(HeaderNames.LINEAGE).value()).hasSizeLessThanOrEqualTo(Lineage.MAX_BYTES);
            lives = new ArrayList<>(Lineage.read(headers));
            assertThat(lives.getLast().generation()).isEqualTo(generation);
        }
    }

    @Test
    void ofAFewLivesNoneIsLeftOut() {
        List<Ancestor> lives = new ArrayList<>();
        for (int generation = 0; generation < 20; generation++) {
            lives.add(life(
                    generation,
                    "m".repeat(2_000),
                    List.of(new Ancestor.Edit("body.messages[0].content", "x".repeat(4_000), "y".repeat(4_000)))));
        }
        Headers headers = new RecordHeaders();
        Lineage.write(lives, headers);
        List<Ancestor> read = Lineage.read(headers);
        assertThat(read).hasSize(20);
        assertThat(read.getLast()).isEqualTo(lives.getLast());
        assertThat(read.getFirst().message()).hasSize(100);
    }

    private static Headers headers(byte @Nullable [] value) {
        return new RecordHeaders().add(HeaderNames.LINEAGE, value);
    }

    private static Ancestor life(int generation, String message, List<Ancestor.Edit> edits) {
        return new Ancestor(
                "jobs-3-" + generation,
                generation,
                "TIMEOUT",
                "EXHAUSTED",
                message,
                generation == 0 ? null : "alpha/large",
                3,
                TIME,
                "kim@laptop",
                TIME.plusSeconds(60),
                "the provider is back",
                edits);
    }
}
