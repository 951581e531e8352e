package dev.assay.schemas.serde;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.Schema;
import org.apache.kafka.common.errors.SerializationException;
import org.jspecify.annotations.Nullable;

/** A registry with Confluent's REST API: Confluent's own, Apicurio's compatible one, Redpanda, Karapace. */
final class HttpSchemaRegistry implements SchemaRegistry {
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(3);
    /** A registry that has just started may need seconds for its first answer. */
    private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(10);

    private static final String JSON = "application/vnd.schemaregistry.v1+json";
    private static final JsonMapper MAPPER = new JsonMapper();
    private static final Set<Integer> NO_ANSWER = Set.of(401, 403, 429);
    /** 40401 subject, 40402 version, 40403 schema: what the registry looked for and does not have. */
    private static final int FIRST_NOT_FOUND_CODE = 40_401;

    private final List<RegistrySettings.Endpoint> endpoints;
    private final Duration requestTimeout;
    private final HttpClient http;
    private final Map<Integer, Schema> schemas = new ConcurrentHashMap<>();
    private final Map<Registered, Integer> ids = new ConcurrentHashMap<>();
    private final ReentrantLock unknownLock = new ReentrantLock();
    private final UnknownIds unknown = new UnknownIds();

    HttpSchemaRegistry(List<RegistrySettings.Endpoint> endpoints) {
        this(endpoints, REQUEST_TIMEOUT);
    }

    /** @param requestTimeout how long one address may take to answer */
    HttpSchemaRegistry(List<RegistrySettings.Endpoint> endpoints, Duration requestTimeout) {
        this.endpoints = endpoints;
        this.requestTimeout = requestTimeout;
        this.http = HttpClient.newBuilder()
                .connectTimeout(CONNECT_TIMEOUT)
                .followRedirects(HttpClient.Redirect.NEVER)
                .build();
    }

    /** A schema, by its text, as a version of a subject. */
    private record Registered(String subject, String text) {}

    /** A question to the registry; a null body is a GET. */
    private record Question(String path, @Nullable String body) {}

    private record Answer(int status, JsonNode body) {
        /**
         * Whether it comes from a registry and settles the question. A failing server, bad credentials, a proxy's page
         * or a 404 for the path itself say nothing about a schema.
         */
        boolean settles() {
            boolean isForeign404 = status == 404 && body.path("error_code").asInt() < FIRST_NOT_FOUND_CODE;
            return body.isObject() && status < 500 && !NO_ANSWER.contains(status) && !isForeign404;
        }

        /** The registry's own words. */
        String message() {
            return status + " " + body.path("error_code").asText("") + " "
                    + body.path("message").asText("(no message)");
        }
    }

    @Override
    public int idOf(String subject, Schema schema, boolean register) {
        String text = SchemaText.of(schema);
        Registered key = new Registered(subject, text);
        Integer known = ids.get(key);
        if (known != null) {
            return known;
        }
        String path = "/subjects/" + URLEncoder.encode(subject, StandardCharsets.UTF_8) + (register ? "/versions" : "");
        Answer answer = ask(
                new Question(path, MAPPER.createObjectNode().put("schema", text).toString()));
        JsonNode id = answer.body().path("id");
        if (answer.status() == 200 && id.isInt()) {
            ids.put(key, id.intValue());
            return id.intValue();
        }
        throw new SerializationException("subject " + subject + ": " + refusal(schema, answer));
    }

    private static String refusal(Schema schema, Answer answer) {
        String record = schema.getFullName();
        return switch (answer.status()) {
            case 404 ->
                "the schema of " + record + " is not registered (" + answer.message()
                        + "): register it, or set auto.register.schemas=true";
            case 409 -> "the registry refuses the schema of " + record + " as incompatible: " + answer.message();
            case 422 -> "the registry refuses the schema of " + record + " as invalid: " + answer.message();
            default -> "the registry gave no id for the schema of " + record + ": " + answer.message();
        };
    }

    @Override
    public Optional<Schema> schema(int id) {
        Schema known = schemas.get(id);
        if (known != null) {
            return Optional.of(known);
        }
        if (isKnownAsUnknown(id)) {
            return Optional.empty();
        }
        Answer answer = ask(new Question("/schemas/ids/" + id, null));
        if (answer.status() == 404) {
            noteUnknown(id);
            return Optional.empty();
        }
        Schema schema = schemaOf(id, answer);
        schemas.put(id, schema);
        return Optional.of(schema);
    }

    private static Schema schemaOf(int id, Answer answer) {
        String type = answer.body().path("schemaType").asText("AVRO");
        if (answer.status() != 200 || !answer.body().path("schema").isTextual()) {
            throw new SerializationException("schema id " + id + ": the registry gave no schema: " + answer.message());
        }
        if (!type.equals("AVRO")) {
            throw new SerializationException("schema id " + id + ": is of type " + type + " (expected: AVRO)");
        }
        try {
            return new Schema.Parser().parse(answer.body().path("schema").asText());
        } catch (AvroRuntimeException e) {
            throw new SerializationException("schema id " + id + ": the registry's text is no Avro schema", e);
        }
    }

    /** Asks each address in turn until one settles the question. */
    private Answer ask(Question question) {
        List<String> failures = new ArrayList<>();
        for (RegistrySettings.Endpoint endpoint : endpoints) {
            try {
                Answer answer = send(endpoint, question);
                if (answer.settles()) {
                    return answer;
                }
                failures.add(endpoint + " answered " + answer.message());
            } catch (IOException e) {
                String reason = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
                failures.add(endpoint + ": " + reason);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new RegistryUnavailableException("interrupted while asking the schema registry", e);
            }
        }
        throw new RegistryUnavailableException(
                "no schema registry answered " + question.path() + ": " + String.join("; ", failures));
    }

    private Answer send(RegistrySettings.Endpoint endpoint, Question question)
            throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(endpoint.base() + question.path()))
                .timeout(requestTimeout)
                .header("Accept", JSON);
        if (endpoint.authorization() != null) {
            request.header("Authorization", endpoint.authorization());
        }
        if (question.body() != null) {
            request.header("Content-Type", JSON).POST(HttpRequest.BodyPublishers.ofString(question.body()));
        }
        HttpResponse<String> response = http.send(request.build(), HttpResponse.BodyHandlers.ofString());
        return new Answer(response.statusCode(), parsed(response.body()));
    }

    private static JsonNode parsed(String body) {
        try {
            return MAPPER.readTree(body);
        } catch (JsonProcessingException e) {
            return MissingNode.getInstance();
        }
    }

    private boolean isKnownAsUnknown(int id) {
        unknownLock.lock();
        try {
            return unknown.recently(id, System.nanoTime());
        } finally {
            unknownLock.unlock();
        }
    }

    private void noteUnknown(int id) {
        unknownLock.lock();
        try {
            unknown.note(id, System.nanoTime());
        } finally {
            unknownLock.unlock();
        }
    }

    @Override
    public void close() {
        http.shutdownNow();
    }
}
