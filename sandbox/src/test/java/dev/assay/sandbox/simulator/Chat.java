package dev.assay.sandbox.simulator;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.function.UnaryOperator;

/** A plain client of the simulator: the JDK's, which retries nothing and follows nothing. */
final class Chat implements AutoCloseable {
    static final JsonMapper JSON = new JsonMapper();

    private final String baseUrl;
    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NEVER)
            .build();

    Chat(ProviderSimulator simulator) {
        this(simulator.baseUrl());
    }

    Chat(String baseUrl) {
        this.baseUrl = baseUrl;
    }

    HttpResponse<String> ask(String prompt) throws IOException, InterruptedException {
        return post(body(prompt).toString());
    }

    HttpResponse<String> ask(String prompt, UnaryOperator<ObjectNode> change) throws IOException, InterruptedException {
        return post(change.apply(body(prompt)).toString());
    }

    HttpResponse<String> post(String body, String... headers) throws IOException, InterruptedException {
        return client.send(request(body, headers), HttpResponse.BodyHandlers.ofString());
    }

    HttpResponse<String> send(String method, String path, String body) throws IOException, InterruptedException {
        URI uri = URI.create(baseUrl).resolve(path);
        HttpRequest request = HttpRequest.newBuilder(uri)
                .method(method, HttpRequest.BodyPublishers.ofString(body))
                .build();
        return client.send(request, HttpResponse.BodyHandlers.ofString());
    }

    /** Data of the events, in order. */
    List<String> stream(String prompt) throws IOException, InterruptedException {
        ObjectNode body = body(prompt).put("stream", true);
        body.putObject("stream_options").put("include_usage", true);
        HttpResponse<String> response = post(body.toString());
        return response.body()
                .lines()
                .filter(line -> line.startsWith("data: "))
                .map(line -> line.substring("data: ".length()))
                .toList();
    }

    HttpRequest request(String body, String... headers) {
        HttpRequest.Builder builder = HttpRequest.newBuilder(URI.create(baseUrl + "/chat/completions"))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body));
        if (headers.length > 0) {
            builder.headers(headers);
        }
        return builder.build();
    }

    HttpClient client() {
        return client;
    }

    static ObjectNode body(String prompt) {
        ObjectNode body = JSON.createObjectNode().put("model", "simulator-small");
        body.putArray("messages").addObject().put("role", "user").put("content", prompt);
        return body;
    }

    /** A request as it stands on the wire. */
    static String raw(ObjectNode body) {
        String text = body.toString();
        return "POST /v1/chat/completions HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: "
                + text.length() + "\r\n\r\n" + text;
    }

    static JsonNode json(HttpResponse<String> response) throws IOException {
        return JSON.readTree(response.body());
    }

    static String text(HttpResponse<String> response) throws IOException {
        return json(response).at("/choices/0/message/content").asText();
    }

    @Override
    public void close() {
        client.shutdownNow();
    }
}
