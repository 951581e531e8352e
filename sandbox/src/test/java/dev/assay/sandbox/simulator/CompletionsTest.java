package dev.assay.sandbox.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.sandbox.answers.AnswerBook;
import dev.assay.sandbox.answers.Question;
import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class CompletionsTest {
    private ProviderSimulator simulator;
    private Chat chat;

    @BeforeEach
    void start() {
        AnswerBook book = AnswerBook.of(List.of(new Question("What is 6 times 7?", "42")), 1, 1);
        simulator =
                ProviderSimulator.start(SimulatorSettings.standard().withLog(SimulatorSettings.Log.withBodies()), book);
        chat = new Chat(simulator);
    }

    @AfterEach
    void stop() {
        chat.close();
        simulator.close();
    }

    @Test
    void answersAsAChatCompletionThatSaysWhoItIs() throws Exception {
        HttpResponse<String> response = chat.ask("What is 6 times 7?");

        JsonNode body = Chat.json(response);
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(body.path("object").asText()).isEqualTo("chat.completion");
        assertThat(body.path("model").asText()).isEqualTo("simulator-small");
        assertThat(body.path("system_fingerprint").asText()).isEqualTo("fp_assay_simulator");
        assertThat(body.at("/choices/0/message/content").asText()).isEqualTo("42");
        assertThat(body.at("/choices/0/finish_reason").asText()).isEqualTo("stop");
        assertThat(body.at("/usage/prompt_tokens").asInt()).isEqualTo(9);
        assertThat(body.at("/usage/completion_tokens").asInt()).isEqualTo(1);
        assertThat(body.at("/usage/total_tokens").asInt()).isEqualTo(10);
        assertThat(response.headers().firstValue("server")).contains("assay-simulator");
        String requestId = response.headers().firstValue("x-request-id").orElseThrow();
        assertThat(body.path("id").asText()).isEqualTo("chatcmpl-" + requestId);
    }

    @Test
    void saysThatNoModelWasAskedWhereItKnowsNoAnswer() throws Exception {
        HttpResponse<String> first = chat.ask("Who are you?");
        HttpResponse<String> again = chat.ask("Who are you?", body -> body.put("model", "another-model"));

        assertThat(Chat.text(first)).startsWith("Simulated answer; no model was asked");
        assertThat(Chat.text(again)).isEqualTo(Chat.text(first));
        assertThat(Chat.json(again).path("model").asText()).isEqualTo("another-model");
    }

    @Test
    void streamsTheSameAnswerWithUsageAtTheEnd() throws Exception {
        List<String> events = chat.stream("Who are you?");

        assertThat(events.getLast()).isEqualTo("[DONE]");
        StringBuilder text = new StringBuilder();
        for (String event : events.subList(0, events.size() - 1)) {
            text.append(Chat.JSON.readTree(event).at("/choices/0/delta/content").asText());
        }
        assertThat(text.toString()).isEqualTo(Chat.text(chat.ask("Who are you?")));
        JsonNode finish = Chat.JSON.readTree(events.get(events.size() - 3));
        assertThat(finish.at("/choices/0/finish_reason").asText()).isEqualTo("stop");
        JsonNode usage = Chat.JSON.readTree(events.get(events.size() - 2));
        assertThat(usage.path("choices")).isEmpty();
        assertThat(usage.at("/usage/completion_tokens").asInt()).isPositive();
    }

    @Test
    void cutsTheAnswerAtTheOutputAskedFor() throws Exception {
        HttpResponse<String> response = chat.ask("Who are you?", body -> body.put("max_tokens", 2));

        assertThat(Chat.text(response)).isEqualTo("Simulate");
        assertThat(Chat.json(response).at("/choices/0/finish_reason").asText()).isEqualTo("length");
        assertThat(Chat.json(response).at("/usage/completion_tokens").asInt()).isEqualTo(2);
    }

    @Test
    void writesDownWhatArrived() throws Exception {
        String body = "{ \"model\":\"simulator-small\", \"unknown\": 1.50,"
                + " \"messages\":[{\"role\":\"user\",\"content\":\"é\"}]}";
        chat.post(body, "Idempotency-Key", "run-1/job-7/0/1", "Authorization", "Bearer secret");

        CallRecord call = simulator.requestLog().calls().getFirst();
        assertThat(call.body()).isEqualTo(body);
        assertThat(call.idempotencyKey()).isEqualTo("run-1/job-7/0/1");
        assertThat(call.headers()).containsKey("idempotency-key").doesNotContainKey("authorization");
        assertThat(call.status()).isEqualTo(200);
        assertThat(call.model()).isEqualTo("simulator-small");
        assertThat(simulator.requestLog().callsPerJob()).containsExactly(java.util.Map.entry("run-1/job-7", 1));
    }

    @Test
    void refusesWhatIsNoRequestAndNamesTheField() throws Exception {
        assertThat(chat.post("{").statusCode()).isEqualTo(400);
        HttpResponse<String> noMessages = chat.post("{\"model\": \"simulator-small\", \"messages\": []}");
        assertThat(noMessages.statusCode()).isEqualTo(400);
        assertThat(Chat.json(noMessages).at("/error/param").asText()).isEqualTo("messages");
        HttpResponse<String> badLimit = chat.ask("x", body -> body.put("max_tokens", 0));
        assertThat(Chat.json(badLimit).at("/error/param").asText()).isEqualTo("max_tokens");
        assertThat(chat.send("GET", "/v1/chat/completions", "").statusCode()).isEqualTo(405);
        assertThat(chat.send("GET", "/nowhere", "").statusCode()).isEqualTo(404);
    }

    @Test
    void listsItsModels() throws Exception {
        JsonNode models = Chat.json(chat.send("GET", "/v1/models", ""));

        assertThat(models.findValuesAsText("id")).containsExactly("simulator-small", "simulator-large");
        assertThat(models.findValuesAsText("owned_by")).containsOnly("assay-simulator");
        assertThat(Chat.json(chat.send("GET", "/v1/models/simulator-large", ""))
                        .path("id")
                        .asText())
                .isEqualTo("simulator-large");
        assertThat(chat.send("GET", "/v1/models/other", "").statusCode()).isEqualTo(404);
    }
}
