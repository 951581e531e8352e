package dev.assay.schemas.serde;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.schemas.Job;
import dev.assay.schemas.Score;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.kafka.common.errors.SerializationException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class HttpSchemaRegistryTest {
    private static final Schema JOB = Job.getClassSchema();

    private RestRegistry server;

    @BeforeEach
    void open() throws Exception {
        server = new RestRegistry();
    }

    @AfterEach
    void close() {
        server.close();
    }

    @Test
    void aSchemaIsFoundByItsId() {
        try (SchemaRegistry registry = registry(server.url())) {
            int id = registry.idOf("t-value", JOB, true);

            assertThat(registry.schema(id).map(Schema::toString)).contains(SchemaText.of(JOB));
            assertThat(registry.schema(id + 1)).isEmpty();
        }
    }

    @Test
    void credentialsAreSent() {
        server.requireAuthorization("Basic " + base64("assay:p@ss"));
        String withUserInfo = server.url().replace("http://", "http://assay:p%40ss@");

        try (SchemaRegistry bySetting = registry(server.url(), "basic.auth.user.info", "assay:p@ss");
                SchemaRegistry bySource = registry(
                        server.url(),
                        "basic.auth.credentials.source",
                        "USER_INFO",
                        "basic.auth.user.info",
                        "assay:p@ss");
                SchemaRegistry byUrl = registry(withUserInfo)) {
            assertThat(bySetting.idOf("a-value", JOB, true)).isEqualTo(1);
            assertThat(bySource.idOf("b-value", JOB, true)).isEqualTo(1);
            assertThat(byUrl.idOf("c-value", JOB, true)).isEqualTo(1);
        }
    }

    @Test
    void wrongCredentialsAreSaidWithoutShowingThem() {
        server.requireAuthorization("Basic " + base64("assay:right"));
        String withUserInfo = server.url().replace("http://", "http://assay:wrong@");
        try (SchemaRegistry registry = registry(withUserInfo)) {
            assertThatThrownBy(() -> registry.idOf("t-value", JOB, true))
                    .isInstanceOf(RegistryUnavailableException.class)
                    .hasMessageContaining(server.url() + " answered 401 40101 Unauthorized")
                    .hasMessageNotContaining("wrong");
        }
    }

    @Test
    void anIncompatibleSchemaIsNamedWithItsSubjectAndTheReason() {
        try (SchemaRegistry registry = registry(server.url())) {
            registry.idOf("scores-value", Score.getClassSchema(), true);
            Schema rescaled = OtherVersions.changed(
                    Score.getClassSchema(),
                    score -> ((ObjectNode) OtherVersions.field(score, "cost")
                                    .get("type")
                                    .get(1))
                            .put("scale", 4));

            assertThatThrownBy(() -> registry.idOf("scores-value", rescaled, true))
                    .isInstanceOf(SerializationException.class)
                    .hasMessageContaining("subject scores-value")
                    .hasMessageContaining("dev.assay.schemas.Score as incompatible")
                    .hasMessageContaining("decimal of scale 9 would be read at scale 4");
        }
    }

    @Test
    void aSchemaThatIsNotThereIsNamedWithItsSubject() {
        try (SchemaRegistry registry = registry(server.url())) {
            assertThatThrownBy(() -> registry.idOf("t-value", JOB, false))
                    .isInstanceOf(SerializationException.class)
                    .hasMessageContaining("subject t-value")
                    .hasMessageContaining("40401 Subject 't-value' not found.");
            server.put("t-value", Score.getClassSchema());
            assertThatThrownBy(() -> registry.idOf("t-value", JOB, false))
                    .isInstanceOf(SerializationException.class)
                    .hasMessageContaining("40403 Schema not found");
        }
    }

    @Test
    void whatIsNoRegistrysAnswerIsNotTakenForOne() {
        try (SchemaRegistry wrongPath = registry(server.url() + "/wrong/path");
                SchemaRegistry proxied = registry(server.url())) {
            assertThatThrownBy(() -> wrongPath.schema(7))
                    .isInstanceOf(RegistryUnavailableException.class)
                    .hasMessageContaining(server.url() + "/wrong/path answered 404 404 HTTP 404 Not Found");
            assertThatThrownBy(() -> wrongPath.idOf("t-value", JOB, true))
                    .isInstanceOf(RegistryUnavailableException.class);
            server.answerAlways(200, "<html>Please log in</html>");
            assertThatThrownBy(() -> proxied.schema(7))
                    .isInstanceOf(RegistryUnavailableException.class)
                    .hasMessageContaining("answered 200");
        }
    }

    @Test
    void anIdThatStandsForNoAvroSchemaIsNamed() {
        try (SchemaRegistry registry = registry(server.url())) {
            server.answerAlways(200, "{\"schema\":\"message X {}\",\"schemaType\":\"PROTOBUF\"}");
            assertThatThrownBy(() -> registry.schema(7))
                    .isInstanceOf(SerializationException.class)
                    .hasMessageContaining("schema id 7: is of type PROTOBUF (expected: AVRO)");
            server.answerAlways(200, "{\"schema\":\"{\\\"type\\\":\\\"nonsense\\\"}\"}");
            assertThatThrownBy(() -> registry.schema(7))
                    .isInstanceOf(SerializationException.class)
                    .hasMessageContaining("no Avro schema");
        }
    }

    @Test
    void aSchemaThatTheRegistryFindsInvalidIsNamedWithItsSubject() {
        try (SchemaRegistry registry = registry(server.url())) {
            server.answerAlways(422, "{\"error_code\":42201,\"message\":\"Invalid Avro schema\"}");

            assertThatThrownBy(() -> registry.idOf("t-value", JOB, true))
                    .isInstanceOf(SerializationException.class)
                    .hasMessageContaining("subject t-value: the registry refuses the schema of dev.assay.schemas.Job as"
                            + " invalid: 422 42201 Invalid Avro schema");
        }
    }

    @Test
    void theNextAddressIsAskedWhenOneIsDownOrFails() throws Exception {
        try (RestRegistry failing = new RestRegistry();
                SchemaRegistry registry =
                        registry("http://localhost:" + closedPort() + ", " + failing.url() + "," + server.url())) {
            failing.answerAlways(500, "{\"error_code\":50001,\"message\":\"Error in the backend datastore\"}");

            assertThat(registry.idOf("t-value", JOB, true)).isEqualTo(1);
            assertThat(failing.requests()).hasSize(1);
            assertThat(server.requests()).hasSize(1);
        }
    }

    @Test
    void whenNoneAnswersEachIsNamedWithItsReason() throws Exception {
        String down = "http://localhost:" + closedPort();
        server.answerAlways(500, "{\"error_code\":50001,\"message\":\"Error in the backend datastore\"}");
        try (SchemaRegistry registry = registry(down + "," + server.url())) {
            assertThatThrownBy(() -> registry.schema(3))
                    .isInstanceOf(RegistryUnavailableException.class)
                    .hasMessageContaining("no schema registry answered /schemas/ids/3: " + down + ": ")
                    .hasMessageContaining(server.url() + " answered 500 50001 Error in the backend datastore");
        }
    }

    @Test
    void aRegistryThatNeverAnswersIsGivenUpInTime() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
                SchemaRegistry registry = new HttpSchemaRegistry(
                        List.of(new RegistrySettings.Endpoint("http://localhost:" + silent.getLocalPort(), null)),
                        Duration.ofSeconds(1))) {
            long before = System.nanoTime();

            assertThatThrownBy(() -> registry.schema(3))
                    .isInstanceOf(RegistryUnavailableException.class)
                    .hasMessageContaining("timed out");

            assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(10));
        }
    }

    private static SchemaRegistry registry(String urls, String... settings) {
        Map<String, String> all = new HashMap<>(Map.of("schema.registry.url", urls));
        for (int i = 0; i < settings.length; i += 2) {
            all.put(settings[i], settings[i + 1]);
        }
        return SharedRegistry.of(RegistrySettings.of(all));
    }

    private static int closedPort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }
}
