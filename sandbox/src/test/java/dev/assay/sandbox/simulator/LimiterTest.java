package dev.assay.sandbox.simulator;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.sandbox.answers.AnswerBook;
import dev.assay.sandbox.wire.RawSocket;
import java.net.http.HttpHeaders;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class LimiterTest {
    private final HandClock clock = new HandClock();

    @Test
    void refusesRequestsBeyondTheMinuteAndTellsWhenToComeBack() throws Exception {
        try (ProviderSimulator simulator = simulator(new Limits(2, null, null, null));
                Chat chat = new Chat(simulator)) {
            HttpHeaders first = chat.ask("one").headers();
            assertThat(first.firstValue("x-ratelimit-limit-requests")).contains("2");
            assertThat(first.firstValue("x-ratelimit-remaining-requests")).contains("1");
            assertThat(first.firstValue("x-ratelimit-reset-requests")).contains("1m0s");
            clock.move(Duration.ofMillis(20_500));
            assertThat(chat.ask("two").statusCode()).isEqualTo(200);
            clock.move(Duration.ofSeconds(10));

            HttpResponse<String> refused = chat.ask("three");
            assertThat(refused.statusCode()).isEqualTo(429);
            assertThat(Chat.json(refused).at("/error/message").asText())
                    .isEqualTo("Too many requests for `simulator-small`: requests per minute (RPM), Limit 2, Used 2,"
                            + " Requested 1. Please try again in 29.5s.");
            assertThat(Chat.json(refused).at("/error/type").asText()).isEqualTo("requests");
            assertThat(Chat.json(refused).at("/error/code").asText()).isEqualTo("rate_limit_exceeded");
            assertThat(refused.headers().firstValue("retry-after")).contains("30");
            assertThat(refused.headers().firstValue("retry-after-ms")).contains("29500");
            assertThat(refused.headers().firstValue("x-ratelimit-remaining-requests"))
                    .contains("0");
            assertThat(refused.headers().firstValue("x-ratelimit-reset-requests"))
                    .contains("50s");

            clock.move(Duration.ofMillis(29_499));
            assertThat(chat.ask("four").statusCode()).isEqualTo(429);
            clock.move(Duration.ofMillis(1));
            assertThat(chat.ask("five").statusCode()).isEqualTo(200);
            assertThat(simulator.requestLog().peaks().requests()).isEqualTo(2);
        }
    }

    @Test
    void countsTheOutputAskedForUntilTheRealOneIsKnown() throws Exception {
        try (ProviderSimulator simulator = simulator(new Limits(null, 100, null, null));
                Chat chat = new Chat(simulator)) {
            HttpResponse<String> first = chat.ask("12345678", body -> body.put("max_tokens", 60));
            assertThat(first.headers().firstValue("x-ratelimit-remaining-tokens"))
                    .contains("34");
            int used = Chat.json(first).at("/usage/total_tokens").asInt();
            assertThat(used).isBetween(20, 40);

            HttpResponse<String> second = chat.ask("12345678", body -> body.put("max_tokens", 94));
            assertThat(Chat.json(second).at("/error/message").asText())
                    .contains("tokens per minute (TPM), Limit 100, Used " + used + ", Requested 100.")
                    .contains("try again in 1m0s");
            assertThat(Chat.json(second).at("/error/type").asText()).isEqualTo("tokens");
            assertThat(chat.ask("12345678", body -> body.put("max_tokens", 94 - used))
                            .statusCode())
                    .isEqualTo(200);
        }
    }

    @Test
    void tellsNoWaitForARequestThatCanNeverFit() throws Exception {
        try (ProviderSimulator simulator = simulator(new Limits(null, 100, null, null));
                Chat chat = new Chat(simulator)) {
            HttpResponse<String> refused = chat.ask("12345678", body -> body.put("max_tokens", 95));

            assertThat(refused.statusCode()).isEqualTo(429);
            assertThat(refused.body()).contains("too large").contains("Limit 100, Requested 101");
            assertThat(refused.headers().firstValue("retry-after")).isEmpty();
        }
    }

    @Test
    void refusesConcurrentCallsBeyondTheLimitAndFreesThePlaceOfOneWhoseClientLeft() throws Exception {
        try (ProviderSimulator simulator = simulator(Limits.concurrent(1));
                Chat chat = new Chat(simulator)) {
            try (RawSocket hanging = new RawSocket(simulator.port())) {
                hanging.send(Chat.raw(Chat.body("[[fault:stall]]")));
                assertThat(simulator.requestLog().await(counts -> counts.inFlight() == 1, Duration.ofSeconds(10)))
                        .isTrue();
                HttpResponse<String> refused = chat.ask("x");
                assertThat(refused.statusCode()).isEqualTo(429);
                assertThat(refused.body()).contains("concurrency_limit_reached").contains("Limit 1, Used 1");
            }
            assertThat(simulator.requestLog().await(counts -> counts.disconnects() == 1, Duration.ofSeconds(10)))
                    .isTrue();
            for (int i = 0; i < 200; i++) {
                assertThat(chat.ask("x").statusCode()).isEqualTo(200);
            }
            assertThat(simulator.requestLog().counts().peakInFlight()).isEqualTo(2);
        }
    }

    @Test
    void keepsAccountsAndModelsApart() throws Exception {
        SimulatorSettings settings = SimulatorSettings.standard().withApiKeys("a", "b");
        try (ProviderSimulator byModel = simulator(settings, new Limits(1, null, null, Limits.Scope.MODEL));
                ProviderSimulator byAccount = simulator(settings, new Limits(1, null, null, Limits.Scope.ACCOUNT))) {
            assertThat(statuses(byModel, "a")).containsExactly(200, 200, 429);
            assertThat(statuses(byModel, "b")).containsExactly(200, 200, 429);
            assertThat(statuses(byAccount, "a")).containsExactly(200, 429, 429);
            assertThat(statuses(byAccount, "b")).containsExactly(200, 429, 429);
            assertThat(statuses(byAccount, "stranger")).containsOnly(401);
        }
    }

    @Test
    void letsNoWindowPassItsLimitsAndNamesWaitsAfterWhichThereIsRoom() {
        Random random = new Random(12);
        for (int round = 0; round < 50; round++) {
            int rpm = 1 + random.nextInt(30);
            int tpm = 100 + random.nextInt(1_000);
            Limiter limiter = new Limiter(Limits.perMinute(rpm, tpm), clock);
            List<CallRecord> admitted = new ArrayList<>();
            for (int i = 0; i < 200; i++) {
                clock.move(Duration.ofMillis(random.nextInt(3_000)));
                int asked = 1 + random.nextInt(100);
                Admission answer = limiter.admit("a", "m", asked);
                if (answer instanceof Admission.Refused refused) {
                    String wait = requireNonNull(refused.answer().headers().get("retry-after-ms"));
                    clock.move(Duration.ofMillis(Long.parseLong(wait)));
                    answer = limiter.admit("a", "m", asked);
                    if (answer instanceof Admission.Refused again) {
                        assertThat(refused.answer().body()).contains("requests per minute");
                        assertThat(again.answer().body()).contains("tokens per minute");
                        continue;
                    }
                }
                Admission.Granted granted = (Admission.Granted) answer;
                int used = random.nextInt(asked + 1);
                granted.permit().release(used);
                admitted.add(call(granted.nanos(), used));
            }
            SlidingPeaks peaks = SlidingPeaks.of(admitted);
            assertThat(peaks.requests()).isLessThanOrEqualTo(rpm);
            assertThat(peaks.tokens()).isLessThanOrEqualTo(tpm);
        }
    }

    private static CallRecord call(long nanos, int tokens) {
        return new CallRecord(
                1, Instant.EPOCH, nanos, 5, 1, "m", false, 0, 0, tokens, null, 200, null, false, false, Map.of(), null);
    }

    private static List<Integer> statuses(ProviderSimulator simulator, String key) throws Exception {
        try (Chat chat = new Chat(simulator)) {
            String small = Chat.body("x").toString();
            String large = Chat.body("x").put("model", "simulator-large").toString();
            return List.of(
                    chat.post(small, "Authorization", "Bearer " + key).statusCode(),
                    chat.post(large, "Authorization", "Bearer " + key).statusCode(),
                    chat.post(small, "Authorization", "Bearer " + key).statusCode());
        }
    }

    private ProviderSimulator simulator(Limits limits) {
        return simulator(SimulatorSettings.standard(), limits);
    }

    private ProviderSimulator simulator(SimulatorSettings settings, Limits limits) {
        return ProviderSimulator.start(settings.withLimits(limits), AnswerBook.empty(), clock);
    }
}
