package dev.assay.scorer.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** One tab of a headless Chromium, driven over its DevTools protocol; without a network. For one thread. */
final class Browser implements AutoCloseable {
    static final Path CHROMIUM = Path.of("/usr/bin/chromium");

    private static final JsonMapper MAPPER = new JsonMapper();
    private static final long PATIENCE_SECONDS = 60;

    private final Process process;
    private final HttpClient http;
    private final WebSocket socket;
    private final BlockingQueue<JsonNode> messages = new LinkedBlockingQueue<>();
    private final List<String> complaints = new ArrayList<>();
    private String session = "";
    private int lastId;
    private boolean isLoaded;

    private Browser(Process process, HttpClient http, String address) {
        this.process = process;
        this.http = http;
        this.socket = http.newWebSocketBuilder()
                .buildAsync(URI.create(address), new Listener())
                .join();
    }

    /** @param profile a directory of its own */
    static Browser start(Path profile) throws IOException {
        Process process = new ProcessBuilder(
                        CHROMIUM.toString(),
                        "--headless=new",
                        "--no-sandbox",
                        "--disable-gpu",
                        "--disable-dev-shm-usage",
                        "--no-first-run",
                        "--disable-background-networking",
                        "--disable-component-update",
                        "--hide-scrollbars",
                        "--remote-debugging-port=0",
                        "--user-data-dir=" + profile,
                        "about:blank")
                .redirectErrorStream(true)
                .start();
        HttpClient http = HttpClient.newHttpClient();
        Browser browser = new Browser(process, http, address(process));
        String target = browser.call("Target.createTarget", Map.of("url", "about:blank"))
                .path("targetId")
                .asText();
        browser.session = browser.call("Target.attachToTarget", Map.of("targetId", target, "flatten", true))
                .path("sessionId")
                .asText();
        for (String domain : List.of("Page", "Runtime", "Log", "Network")) {
            browser.call(domain + ".enable", Map.of());
        }
        browser.call(
                "Network.emulateNetworkConditions",
                Map.of("offline", true, "latency", 0, "downloadThroughput", 0, "uploadThroughput", 0));
        return browser;
    }

    /** Shows a page so wide, in that colour scheme ({@code light} or {@code dark}), on screen or as it is printed. */
    void show(Path page, int width, String scheme, String media) {
        call(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", 900, "deviceScaleFactor", 1, "mobile", width < 500));
        call(
                "Emulation.setEmulatedMedia",
                Map.of("media", media, "features", List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
        isLoaded = false;
        call("Page.navigate", Map.of("url", page.toUri().toString()));
        while (!isLoaded) {
            take();
        }
    }

    /** What the expression is, awaited where it is a promise. */
    JsonNode evaluate(String expression) {
        JsonNode answer =
                call("Runtime.evaluate", Map.of("expression", expression, "returnByValue", true, "awaitPromise", true));
        if (answer.has("exceptionDetails")) {
            throw new AssertionError(answer.path("exceptionDetails").toString());
        }
        return answer.path("result").path("value");
    }

    /** The whole page, or its first 16,000 pixels. */
    void screenshot(Path file) throws IOException {
        JsonNode size = evaluate("({width: innerWidth, height: Math.min(16000, document.body.scrollHeight)})");
        JsonNode answer = call(
                "Page.captureScreenshot",
                Map.of(
                        "format",
                        "png",
                        "captureBeyondViewport",
                        true,
                        "clip",
                        Map.of(
                                "x", 0,
                                "y", 0,
                                "width", size.path("width").asInt(),
                                "height", size.path("height").asInt(),
                                "scale", 1)));
        Files.write(file, Base64.getDecoder().decode(answer.path("data").asText()));
    }

    /** The page on paper. */
    void print(Path file) throws IOException {
        JsonNode answer = call("Page.printToPDF", Map.of("printBackground", true));
        Files.write(file, Base64.getDecoder().decode(answer.path("data").asText()));
    }

    /** Errors that the console told so far, and what the page asked the network for. */
    List<String> complaints() {
        return List.copyOf(complaints);
    }

    @Override
    public void close() throws IOException {
        process.destroy();
        try {
            if (!process.waitFor(10, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        http.shutdownNow();
    }

    private JsonNode call(String method, Map<String, ?> parameters) {
        int id = ++lastId;
        ObjectNode message = MAPPER.createObjectNode().put("id", id).put("method", method);
        message.set("params", MAPPER.valueToTree(parameters));
        if (!session.isEmpty()) {
            message.put("sessionId", session);
        }
        socket.sendText(message.toString(), true).join();
        while (true) {
            JsonNode answer = take();
            if (answer.path("id").asInt() == id) {
                if (answer.has("error")) {
                    throw new AssertionError(method + ": " + answer.path("error"));
                }
                return answer.path("result");
            }
        }
    }

    private JsonNode take() {
        try {
            JsonNode message = messages.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
            if (message == null) {
                throw new AssertionError("the browser says nothing");
            }
            note(message.path("method").asText(), message.path("params"));
            return message;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    private void note(String event, JsonNode about) {
        switch (event) {
            case "Page.loadEventFired" -> isLoaded = true;
            case "Runtime.exceptionThrown" ->
                complaints.add(about.path("exceptionDetails").toString());
            case "Runtime.consoleAPICalled" -> {
                if (about.path("type").asText().equals("error")) {
                    complaints.add(about.path("args").toString());
                }
            }
            case "Log.entryAdded" -> complaints.add(about.path("entry").toString());
            case "Network.requestWillBeSent" -> {
                String url = about.at("/request/url").asText();
                if (!url.startsWith("file:") && !url.startsWith("data:")) {
                    complaints.add("asked the network for " + url);
                }
            }
            default -> {
                // of no interest
            }
        }
    }

    /** Where the browser says that it listens; the rest of what it says is read and dropped. */
    private static String address(Process process) throws IOException {
        BufferedReader lines = process.inputReader(StandardCharsets.UTF_8);
        StringBuilder said = new StringBuilder();
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            int at = line.indexOf("ws://");
            if (at >= 0) {
                Thread.ofVirtual().start(() -> lines.lines().forEach(unused -> {}));
                return line.substring(at).strip();
            }
            said.append(line).append('\n');
        }
        throw new IOException("Chromium ended: " + said);
    }

    private final class Listener implements WebSocket.Listener {
        private final StringBuilder text = new StringBuilder();

        @Override
        public @Nullable CompletionStage<?> onText(WebSocket socket, CharSequence data, boolean last) {
            text.append(data);
            if (last) {
                try {
                    messages.add(MAPPER.readTree(text.toString()));
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
                text.setLength(0);
            }
            socket.request(1);
            return null;
        }
    }
}
