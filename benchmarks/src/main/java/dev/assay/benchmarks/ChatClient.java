package dev.assay.benchmarks;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;

/** Asks a provider as plainly as Java can: the JDK's client, HTTP/1.1, the body as a string. */
final class ChatClient {
    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final URI url;
    private final String model;

    ChatClient(String provider, String model) {
        this.url = URI.create(provider + "/chat/completions");
        this.model = model;
    }

    String model() {
        return model;
    }

    /** The answer's body. */
    String ask(String request) throws IOException, InterruptedException {
        HttpResponse<String> response = http.send(
                HttpRequest.newBuilder(url)
                        .header("Content-Type", "application/json")
                        .POST(BodyPublishers.ofString(request))
                        .build(),
                BodyHandlers.ofString());
        if (response.statusCode() != 200) {
            throw new IOException("status " + response.statusCode() + ": " + response.body());
        }
        return response.body();
    }
}
