package dev.assay.sandbox.simulator;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class FaultBoardTest {
    private final HandClock clock = new HandClock();
    private final FaultBoard board = new FaultBoard(clock, 1);

    @Test
    void strikesWithinItsWindowOnly() {
        board.replace(List.of(FaultRule.of("status=500").within(Duration.ofSeconds(10), Duration.ofSeconds(20))));

        assertThat(struck("x")).isNull();
        clock.move(Duration.ofSeconds(10));
        assertThat(struck("x")).isEqualTo("status=500");
        clock.move(Duration.ofMillis(9_999));
        assertThat(struck("x")).isEqualTo("status=500");
        clock.move(Duration.ofMillis(1));
        assertThat(struck("x")).isNull();
    }

    @Test
    void countsTheWindowFromTheMomentThatTheRuleWasGiven() {
        clock.move(Duration.ofHours(1));
        board.add(FaultRule.of("reset").within(Duration.ZERO, Duration.ofSeconds(5)));

        assertThat(struck("x")).isEqualTo("reset");
        clock.move(Duration.ofSeconds(5));
        assertThat(struck("x")).isNull();
    }

    @Test
    void countsTheWindowFromAnAbsoluteTimeWhereOneIsNamed() {
        Instant at = clock.now().plusSeconds(30);
        board.add(new FaultRule("reset", null, Duration.ofSeconds(10), at, null, null, null, null, null, null, null));

        assertThat(struck("x")).isNull();
        clock.move(Duration.ofSeconds(30));
        assertThat(struck("x")).isEqualTo("reset");
        clock.move(Duration.ofSeconds(10));
        assertThat(struck("x")).isNull();
    }

    @Test
    void strikesItsShareOfTheCallsAndTheSameOnesEveryTime() {
        board.add(FaultRule.of("status=500").forShare(0.3));
        FaultBoard again = new FaultBoard(clock, 1);
        again.add(FaultRule.of("status=500").forShare(0.3));

        int hits = 0;
        for (int i = 0; i < 10_000; i++) {
            String identity = "run/job-" + i + "/0/1";
            boolean hit = board.strike(request("x", "m"), identity) != null;
            assertThat(again.strike(request("x", "m"), identity) != null).isEqualTo(hit);
            hits += hit ? 1 : 0;
        }
        assertThat(hits).isBetween(2_850, 3_150);
    }

    @Test
    void strikesOnlyItsModelItsPromptsAndItsNumberOfTimes() {
        board.add(
                FaultRule.of("status=500").forModel("large"),
                FaultRule.of("status=502").forPromptsWith("marked"),
                FaultRule.of("status=504").atMost(2));

        assertThat(struck("x", "large")).isEqualTo("status=500");
        assertThat(struck("a marked one", "small")).isEqualTo("status=502");
        assertThat(struck("x", "small")).isEqualTo("status=504");
        assertThat(struck("x", "small")).isEqualTo("status=504");
        assertThat(struck("x", "small")).isNull();
        assertThat(board.armed().getLast().struck()).isEqualTo(2);
        board.clear();
        assertThat(struck("x", "large")).isNull();
        assertThat(board.rules()).isEmpty();
    }

    @Test
    void letsAMarkerGoBeforeTheRules() {
        board.add(FaultRule.of("status=500"));

        assertThat(struck("[[fault:reset]]")).isEqualTo("reset");
    }

    @Test
    void answersWithTheStatusHeadersAndBodyOfTheRule() {
        board.add(FaultRule.of("status=429").answering(418, Map.of("retry-after", "7", "X-Extra", "1"), "[]"));

        FaultBoard.Struck struck = requireNonNull(board.strike(request("x", "m"), "1"));
        assertThat(struck.fault()).isInstanceOfSatisfying(Fault.Canned.class, canned -> {
            assertThat(canned.status()).isEqualTo(418);
            assertThat(canned.body()).isEqualTo("[]");
            assertThat(canned.headers().get("Retry-After")).isEqualTo("7");
            assertThat(canned.headers().get("X-Extra")).isEqualTo("1");
            assertThat(canned.headers().get("Content-Type")).isEqualTo("application/json");
        });
    }

    @Test
    void refusesRulesThatMakeNoSense() {
        assertThatThrownBy(() -> FaultRule.of("nonsense")).hasMessageContaining("nonsense (expected one of: status");
        assertThatThrownBy(() -> FaultRule.of("reset").forShare(1.5)).hasMessage("share: 1.5 (expected: 0 to 1)");
        assertThatThrownBy(() -> FaultRule.of("reset").atMost(0)).hasMessage("count: 0 (expected: >= 1)");
        assertThatThrownBy(() -> FaultRule.of("reset").within(Duration.ofSeconds(2), Duration.ofSeconds(1)))
                .hasMessageContaining("until: PT1S (expected: >= from, PT2S)");
        assertThatThrownBy(() -> FaultRule.of("reset").answering(200, Map.of(), ""))
                .hasMessageContaining("takes no status, headers or body");
    }

    private @Nullable String struck(String prompt) {
        return struck(prompt, "m");
    }

    private @Nullable String struck(String prompt, String model) {
        FaultBoard.Struck struck = board.strike(request(prompt, model), "1");
        return struck == null ? null : struck.name();
    }

    private static ChatRequest request(String prompt, String model) {
        byte[] body = Chat.body(prompt).put("model", model).toString().getBytes(UTF_8);
        return ((ChatRequest.Parsed.Ok) ChatRequest.parse(body)).request();
    }
}
