package dev.assay.schemas.serde;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.ConfigException;
import org.junit.jupiter.api.Test;

class RegistrySettingsTest {
    @Test
    void withoutAnAddressTheRegistryIsATopicOfTheCluster() {
        assertThat(RegistrySettings.of(Map.of("bootstrap.servers", "k:9092")))
                .isEqualTo(new RegistrySettings.Topic("assay.schemas", Map.of("bootstrap.servers", "k:9092")));
        assertThat(RegistrySettings.of(Map.of(
                        "bootstrap.servers", "k:9092", "assay.schemas.topic", "mine", "schema.registry.url", " ")))
                .isEqualTo(new RegistrySettings.Topic("mine", Map.of("bootstrap.servers", "k:9092")));
    }

    @Test
    void theTopicIsReachedByTheSettingsThatEveryClientUnderstands() {
        RegistrySettings settings = RegistrySettings.of(Map.ofEntries(
                Map.entry("bootstrap.servers", List.of("k:9092")),
                Map.entry("security.protocol", "SASL_SSL"),
                Map.entry("sasl.jaas.config", "x"),
                Map.entry("ssl.truststore.location", "/t"),
                Map.entry("acme.login.tenant", "for a login plug-in"),
                Map.entry("specific.avro.reader", "true"),
                Map.entry("client.id", "worker-1"),
                Map.entry("interceptor.classes", "com.example.Audit"),
                Map.entry("group.id", "g"),
                Map.entry("isolation.level", "read_committed"),
                Map.entry("auto.offset.reset", "latest"),
                Map.entry("transactional.id", "t"),
                Map.entry("acks", "1"),
                Map.entry("linger.ms", 50),
                Map.entry("value.serializer", "x"),
                Map.entry("value.deserializer", "y")));

        assertThat(settings)
                .isInstanceOfSatisfying(
                        RegistrySettings.Topic.class,
                        topic -> assertThat(topic.clients())
                                .containsOnlyKeys(
                                        "bootstrap.servers",
                                        "security.protocol",
                                        "sasl.jaas.config",
                                        "ssl.truststore.location",
                                        "acme.login.tenant",
                                        "specific.avro.reader"));
    }

    @Test
    void addressesAreTakenApart() {
        RegistrySettings settings = RegistrySettings.of(Map.of(
                "schema.registry.url",
                "http://user:secret@one:8081/, https://two/apis/ccompat/v7",
                "bootstrap.servers",
                "k:9092"));

        assertThat(settings)
                .isEqualTo(new RegistrySettings.Http(List.of(
                        new RegistrySettings.Endpoint("http://one:8081", "Basic dXNlcjpzZWNyZXQ="),
                        new RegistrySettings.Endpoint("https://two/apis/ccompat/v7", null))));
        assertThat(settings.toString()).doesNotContain("dXNlcjpzZWNyZXQ", "secret");
    }

    @Test
    void aSourceDecidesWhichCredentialsCount() {
        Map<String, String> both = Map.of("schema.registry.url", "http://a:b@one", "basic.auth.user.info", "c:d");

        assertThat(authorization(both, "")).isEqualTo("Basic Yzpk");
        assertThat(authorization(both, "USER_INFO")).isEqualTo("Basic Yzpk");
        assertThat(authorization(both, "URL")).isEqualTo("Basic YTpi");
    }

    @Test
    void whatIsWrongIsNamed() {
        refused(Map.of(), "neither schema.registry.url nor bootstrap.servers is set");
        refused(
                Map.of("schema.registry.url", "one:8081"),
                "schema.registry.url: 'one:8081' (expected: http://host:port");
        refused(Map.of("schema.registry.url", "http://one,"), "schema.registry.url: ''");
        refused(Map.of("schema.registry.url", "http://o ne"), "schema.registry.url: an address is no URL");
        refused(
                Map.of("schema.registry.url", "http://one", "basic.auth.credentials.source", "SASL_INHERIT"),
                "basic.auth.credentials.source: 'SASL_INHERIT' (expected: URL or USER_INFO)");
        refused(
                Map.of("schema.registry.url", "http://one", "basic.auth.credentials.source", "USER_INFO"),
                "basic.auth.user.info: missing (expected: user:password");
    }

    private static void refused(Map<String, String> settings, String message) {
        assertThatThrownBy(() -> RegistrySettings.of(settings))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining(message);
    }

    private static String authorization(Map<String, String> settings, String source) {
        Map<String, String> all = new HashMap<>(settings);
        all.put("basic.auth.credentials.source", source);
        RegistrySettings.Http http = (RegistrySettings.Http) RegistrySettings.of(all);
        return String.valueOf(http.endpoints().getFirst().authorization());
    }
}
