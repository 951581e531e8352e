package dev.assay.sandbox.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.sandbox.wire.RawSocket;
import java.io.IOException;
import java.net.SocketException;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every fault as a client sees it, asked for by a marker in the prompt. */
final class FaultsTest {
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private ProviderSimulator simulator;
    private Chat chat;

    @BeforeEach
    void start() {
        simulator = ProviderSimulator.start(SimulatorSettings.standard());
        chat = new Chat(simulator);
    }

    @AfterEach
    void stop() {
        chat.close();
        simulator.close();
    }

    @ParameterizedTest
    @CsvSource({
        "status=503, 503, overloaded",
        "status=500, 500, simulated_failure",
        "rate-limit=20s, 429, try again in 20s",
        "rate-limit-tokens, 429, tokens per minute (TPM)",
        "rate-limit-prose=174ms, 429, try again in 174ms",
        "rate-limit-bare, 429, requests per minute (RPM)",
        "rate-limit-day=90m, 429, try again in 1h30m0s",
        "rate-limit-concurrency, 429, concurrency_limit_reached",
        "too-large, 429, 'Limit 30000, Requested 61337'",
        "overloaded-429, 429, engine_overloaded_error",
        "quota, 429, insufficient_quota",
        "billing, 402, balance",
        "key-refused, 401, invalid_api_key",
        "forbidden, 403, permission_error",
        "model-gone, 404, model_not_found",
        "status=410, 410, model_retired",
        "bad-request, 400, 429",
        "context-length, 400, context_length_exceeded",
        "content-filter, 400, ResponsibleAIPolicyViolation",
        "bad-gateway, 502, <title>502 Bad Gateway</title>",
        "status=504, 504, <title>",
        "status=524, 524, <title>",
        "unavailable, 503, capacity",
        "overloaded, 529, overloaded_error",
        "redirect, 307, Ask",
        "malformed-json, 200, chat.completion",
        "html, 200, <html>",
        "error-object, 200, upstream_failure",
    })
    void answersSomethingElse(String fault, int status, String part) throws Exception {
        HttpResponse<String> response = chat.ask("Hello [[fault:" + fault + "]]");

        assertThat(response.statusCode()).isEqualTo(status);
        assertThat(response.body()).contains(part);
        boolean html = part.contains("<");
        assertThat(response.headers().firstValue("content-type").orElseThrow())
                .startsWith(html ? "text/html" : "application/json");
        RequestLog.Counts counts = simulator.requestLog().counts();
        assertThat(counts.byFault()).containsExactly(java.util.Map.entry(fault, 1L));
        assertThat(counts.byStatus()).containsExactly(java.util.Map.entry(status, 1L));
    }

    @Test
    void tellsTheWaitWhereTheFaultSaysSo() throws Exception {
        var headers = chat.ask("[[fault:rate-limit=1500ms]]").headers();
        assertThat(headers.firstValue("retry-after")).contains("2");
        assertThat(headers.firstValue("retry-after-ms")).contains("1500");
        assertThat(chat.ask("[[fault:rate-limit-prose]]").headers().firstValue("retry-after"))
                .isEmpty();
        assertThat(chat.ask("[[fault:unavailable]]").headers().firstValue("retry-after"))
                .contains("0");
        assertThat(chat.ask("[[fault:redirect]]").headers().firstValue("location"))
                .contains("/v1/chat/completions");
    }

    @ParameterizedTest
    @CsvSource({
        "empty-choices, /choices, []",
        "null-choices, /choices, null",
        "empty-content, /choices/0/message/content, '\"\"'",
        "null-content, /choices/0/message/content, null",
        "reasoning-only, /choices/0/finish_reason, '\"length\"'",
        "refusal, /choices/0/message/refusal, '\"This simulated model declines to answer.\"'",
        "finish-content-filter, /choices/0/finish_reason, '\"content_filter\"'",
        "finish-length, /choices/0/finish_reason, '\"length\"'",
        "no-finish, /choices/0/finish_reason, null",
        "drift, /model, '\"simulator-small-drifted\"'",
        "drift=other-2, /model, '\"other-2\"'",
        "null-usage, /usage, null",
        "no-usage, /usage, ''",
        "no-done, /choices/0/finish_reason, '\"stop\"'",
    })
    void spoilsACompletionInOnePlace(String fault, String pointer, String value) throws Exception {
        HttpResponse<String> response = chat.ask("Hello [[fault:" + fault + "]]");

        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(Chat.json(response).at(pointer).toString()).isEqualTo(value);
        assertThat(Chat.json(response).path("id").asText()).startsWith("chatcmpl-");
    }

    @Test
    void answersNothingOrNull() throws Exception {
        assertThat(chat.ask("[[fault:empty-body]]").body()).isEmpty();
        assertThat(chat.ask("[[fault:null-body]]").body()).isEqualTo("null");
    }

    @Test
    void breaksConnections() throws Exception {
        assertThat(raw("close")).isEmpty();
        assertThatThrownBy(() -> raw("reset")).isInstanceOf(SocketException.class);
        assertThat(raw("garbage")).doesNotContain("HTTP/1.1").contains("this is no HTTP");
        String cut = raw("cut-body");
        int length = Integer.parseInt(cut.replaceAll("(?s).*Content-Length: ([0-9]+).*", "$1"));
        assertThat(cut.substring(cut.indexOf("\r\n\r\n") + 4))
                .hasSize(length / 2)
                .startsWith("{\"id\":");
        assertThatThrownBy(() -> raw("reset-in-body")).isInstanceOf(SocketException.class);
        assertThat(simulator.requestLog().counts().disconnects()).isZero();
    }

    @ParameterizedTest
    @CsvSource({"stall, 0", "hang-after-headers, 1", "hang-in-body, 2"})
    void hangsUntilTheClientGivesUp(String fault, int shown) throws Exception {
        try (RawSocket client = new RawSocket(simulator.port())) {
            client.send(Chat.raw(Chat.body("[[fault:" + fault + "]]")));
            if (shown > 0) {
                assertThat(client.readHead()).startsWith("HTTP/1.1 200");
            }
            if (shown > 1) {
                assertThat(client.read(10)).startsWith("{\"id\":");
            }
            assertThat(simulator.requestLog().await(counts -> counts.inFlight() == 1, PATIENCE))
                    .isTrue();
        }
        assertThat(simulator.requestLog().await(counts -> counts.ended() == 1, PATIENCE))
                .isTrue();
        CallRecord call = simulator.requestLog().calls().getFirst();
        assertThat(call.disconnected()).isTrue();
        assertThat(call.fault()).isEqualTo(fault);
        assertThat(call.status()).isEqualTo(shown == 0 ? 0 : 200);
    }

    @Test
    void slowsDown() throws Exception {
        chat.ask("[[fault:slow=300ms]]");

        assertThat(simulator.requestLog().calls().getFirst().durationNanos())
                .isGreaterThanOrEqualTo(Duration.ofMillis(300).toNanos());
    }

    @Test
    void breaksStreams() throws Exception {
        assertThat(chat.stream("[[fault:no-done]]")).last().asString().contains("\"usage\":{");
        List<String> unfinished = chat.stream("[[fault:no-finish]]");
        assertThat(unfinished)
                .isNotEmpty()
                .noneMatch(event -> event.contains("\"finish_reason\":\"") || event.equals("[DONE]"));
        List<String> error = chat.stream("[[fault:error-object]]");
        assertThat(error).hasSizeGreaterThan(1).last().asString().startsWith("{\"error\":{");
        assertThat(chat.stream("[[fault:empty-choices]]").getFirst()).contains("\"choices\":[]");
        assertThat(chat.stream("[[fault:null-choices]]").getFirst()).contains("\"choices\":null");
        assertThat(chat.stream("[[fault:malformed-json]]"))
                .anySatisfy(event ->
                        assertThatThrownBy(() -> Chat.JSON.readTree(event)).isInstanceOf(IOException.class));
        assertThat(chat.stream("[[fault:refusal]]")).anyMatch(event -> event.contains("\"refusal\":\"This"));
        assertThat(chat.stream("[[fault:reasoning-only]]")).anyMatch(event -> event.contains("reasoning_content"));
        assertThat(chat.stream("[[fault:no-usage]]")).noneMatch(event -> event.contains("prompt_tokens"));
        assertThat(chat.stream("[[fault:null-usage]]").reversed().get(1)).contains("\"usage\":null");
        assertThat(chat.stream("[[fault:drift=x-1]]").getFirst()).contains("\"model\":\"x-1\"");
    }

    @Test
    void cutsStreamsInTheMiddle() throws Exception {
        String cut = rawStream("cut-body");
        assertThat(cut).contains("\"role\":\"assistant\"").contains("Simulated").doesNotContain("[DONE]");
        assertThat(cut).doesNotEndWith("0\r\n\r\n");
        assertThatThrownBy(() -> rawStream("reset-in-body")).isInstanceOf(SocketException.class);
    }

    @Test
    void tellsUsageWhereTheFaultSaysSo() throws Exception {
        List<String> first = chat.stream("[[fault:usage-first]]");
        assertThat(first.getFirst()).contains("prompt_tokens");
        assertThat(first).filteredOn(event -> event.contains("prompt_tokens")).hasSize(1);
        assertThat(chat.stream("[[fault:usage-with-choices]]"))
                .filteredOn(event -> event.contains("prompt_tokens"))
                .singleElement()
                .asString()
                .contains("\"finish_reason\":\"stop\"");
    }

    @Test
    void turnsStreamsIntoErrorsAndEndsThemBadly() throws Exception {
        assertThat(chat.stream("[[fault:stream-error=server_error]]"))
                .hasSize(3)
                .last()
                .asString()
                .startsWith("{\"error\":{")
                .contains("\"code\":\"server_error\"");
        assertThat(chat.stream("[[fault:done-only]]"))
                .noneMatch(event -> event.contains("\"finish_reason\":\""))
                .last()
                .isEqualTo("[DONE]");
        assertThat(chat.stream("[[fault:reasoning]]").get(1)).contains("reasoning_content");
        assertThat(rawStream("stream-cut-character")).endsWith("\uFFFD\r\n");
        assertThat(chat.ask("[[fault:stream-error]]").body()).contains("chat.completion");
        assertThat(chat.ask("[[fault:stream-stall=-1]]").body()).contains("expected: a whole number");
    }

    @Test
    void holdsAStreamsContentBack() throws Exception {
        List<String> events = chat.stream("[[fault:slow-first-token=200ms]]");

        assertThat(events).last().isEqualTo("[DONE]");
        assertThat(simulator.requestLog().calls().getFirst().durationNanos())
                .isGreaterThanOrEqualTo(Duration.ofMillis(200).toNanos());
    }

    @ParameterizedTest
    @CsvSource({"stream-heartbeats=10ms, : still there", "stream-stall, Simulated"})
    void saysNothingMoreInAStream(String fault, String shown) throws Exception {
        try (RawSocket client = new RawSocket(simulator.port())) {
            client.send(Chat.raw(Chat.body("[[fault:" + fault + "]]").put("stream", true)));
            assertThat(client.readHead()).startsWith("HTTP/1.1 200");
            StringBuilder read = new StringBuilder();
            while (read.indexOf(shown) < 0) {
                read.append(client.read(1));
            }
        }
        assertThat(simulator.requestLog().await(counts -> counts.disconnects() == 1, PATIENCE))
                .isTrue();
        assertThat(simulator.requestLog().calls().getFirst().ranOn()).isFalse();
    }

    @Test
    void goesOnForNobodyWhereTheFaultSaysSo() throws Exception {
        assertThat(chat.ask("[[fault:uncancelled=10ms]]").statusCode()).isEqualTo(200);
        assertThat(simulator.requestLog().calls().getFirst().ranOn()).isFalse();
        try (RawSocket client = new RawSocket(simulator.port())) {
            client.send(Chat.raw(Chat.body("[[fault:uncancelled=300ms]]")));
            assertThat(simulator.requestLog().await(counts -> counts.arrived() == 2, PATIENCE))
                    .isTrue();
        }
        assertThat(simulator.requestLog().await(counts -> counts.ended() == 2, PATIENCE))
                .isTrue();
        CallRecord call = simulator.requestLog().calls().getLast();
        assertThat(call.disconnected()).isTrue();
        assertThat(call.ranOn()).isTrue();
        assertThat(call.outputTokens()).isPositive();
        assertThat(call.durationNanos())
                .isGreaterThanOrEqualTo(Duration.ofMillis(300).toNanos());
    }

    @Test
    void refusesAPromptThatAsksForAnUnknownFault() throws Exception {
        HttpResponse<String> response = chat.ask("[[fault:gremlins]]");

        assertThat(response.statusCode()).isEqualTo(400);
        JsonNode error = Chat.json(response).path("error");
        assertThat(error.path("message").asText()).contains("gremlins").contains("expected one of: status");
        assertThat(chat.ask("[[fault:status=abc]]").body()).contains("expected: 200 to 599");
        assertThat(chat.ask("[[fault:reset=1]]").body()).contains("takes no value");
        assertThat(chat.ask("[[fault:").body()).contains("times=N");
    }

    @Test
    void strikesTheFirstCallsOfAPromptOnly() throws Exception {
        String prompt = "Once more? [[fault:status=503;times=2]]";
        assertThat(chat.ask(prompt).statusCode()).isEqualTo(503);
        assertThat(chat.ask("Another " + prompt).statusCode()).isEqualTo(503);
        assertThat(chat.ask(prompt).statusCode()).isEqualTo(503);
        assertThat(chat.ask(prompt).statusCode()).isEqualTo(200);
    }

    private String raw(String fault) throws IOException {
        return exchange(Chat.raw(Chat.body("[[fault:" + fault + "]]")));
    }

    private String rawStream(String fault) throws IOException {
        return exchange(Chat.raw(Chat.body("[[fault:" + fault + "]]").put("stream", true)));
    }

    private String exchange(String request) throws IOException {
        try (RawSocket client = new RawSocket(simulator.port())) {
            client.send(request);
            return client.readAll();
        }
    }
}
