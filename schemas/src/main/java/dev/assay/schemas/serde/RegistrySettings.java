package dev.assay.schemas.serde;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.config.ConfigException;
import org.jspecify.annotations.Nullable;

/** Which registry a serde's settings name. Equal settings share one registry in a process. */
sealed interface RegistrySettings {
    String URL = "schema.registry.url";
    String USER_INFO = "basic.auth.user.info";
    String CREDENTIALS_SOURCE = "basic.auth.credentials.source";
    String TOPIC = "assay.schemas.topic";
    String DEFAULT_TOPIC = "assay.schemas";

    /**
     * A registry with Confluent's REST API.
     *
     * @param endpoints its addresses, tried in this order
     */
    record Http(List<Endpoint> endpoints) implements RegistrySettings {}

    /**
     * The embedded registry.
     *
     * @param name the schemas topic
     * @param clients how to reach its cluster: the settings that every kind of Kafka client understands
     */
    record Topic(String name, Map<String, Object> clients) implements RegistrySettings {}

    /**
     * One address of a registry.
     *
     * @param base without user info and without a slash at its end
     * @param authorization value of the Authorization header; null for none
     */
    record Endpoint(String base, @Nullable String authorization) {
        /** The address alone: an endpoint in a log or a message shows no password. */
        @Override
        public String toString() {
            return base;
        }
    }

    /**
     * Reads a serde's settings, which may hold all the client settings of a user.
     *
     * @throws ConfigException naming the setting that is wrong
     */
    static RegistrySettings of(Map<String, ?> settings) {
        String urls = text(settings, URL);
        return urls.isEmpty() ? topic(settings) : http(urls, settings);
    }

    static String text(Map<String, ?> settings, String key) {
        Object value = settings.get(key);
        if (value instanceof List<?> list) {
            return String.join(",", list.stream().map(String::valueOf).toList());
        }
        return value == null ? "" : value.toString().strip();
    }

    static boolean flag(Map<String, ?> settings, String key, boolean otherwise) {
        String value = text(settings, key);
        return switch (value) {
            case "" -> otherwise;
            case "true" -> true;
            case "false" -> false;
            default -> throw new ConfigException(key + ": '" + value + "' (expected: true or false)");
        };
    }

    private static Http http(String urls, Map<String, ?> settings) {
        String userInfo = text(settings, USER_INFO);
        String source = text(settings, CREDENTIALS_SOURCE);
        if (!Set.of("", "URL", "USER_INFO").contains(source)) {
            throw new ConfigException(CREDENTIALS_SOURCE + ": '" + source + "' (expected: URL or USER_INFO)");
        }
        if (source.equals("USER_INFO") && userInfo.isEmpty()) {
            throw new ConfigException(
                    USER_INFO + ": missing (expected: user:password, as " + CREDENTIALS_SOURCE + " is USER_INFO)");
        }
        List<Endpoint> endpoints = new ArrayList<>();
        for (String url : urls.split(",", -1)) {
            endpoints.add(endpoint(url.strip(), source.equals("URL") ? "" : userInfo));
        }
        return new Http(List.copyOf(endpoints));
    }

    private static Endpoint endpoint(String url, String userInfo) {
        URI uri;
        try {
            uri = URI.create(url);
        } catch (IllegalArgumentException e) {
            throw new ConfigException(URL + ": an address is no URL: " + e.getMessage());
        }
        boolean isHttp = "http".equals(uri.getScheme()) || "https".equals(uri.getScheme());
        if (!isHttp || uri.getHost() == null) {
            throw new ConfigException(URL + ": '" + url + "' (expected: http://host:port or https://host:port)");
        }
        String port = uri.getPort() < 0 ? "" : ":" + uri.getPort();
        String path = uri.getRawPath() == null ? "" : uri.getRawPath().replaceFirst("/+$", "");
        String credentials = userInfo.isEmpty() && uri.getUserInfo() != null ? uri.getUserInfo() : userInfo;
        return new Endpoint(
                uri.getScheme() + "://" + uri.getHost() + port + path,
                credentials.isEmpty() ? null : basic(credentials));
    }

    private static String basic(String credentials) {
        return "Basic " + Base64.getEncoder().encodeToString(credentials.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * A user's settings may be those of a consumer or of a producer, and the registry needs both: what only one of them
     * understands is left out, what neither knows may belong to a login or TLS plug-in and stays.
     */
    private static Topic topic(Map<String, ?> settings) {
        Set<String> forConsumers = ConsumerConfig.configNames();
        Set<String> forProducers = ProducerConfig.configNames();
        Set<String> ours = Set.of("client.id", "interceptor.classes", "metric.reporters", "client.rack", TOPIC, URL);
        Map<String, Object> clients = new TreeMap<>();
        settings.forEach((key, value) -> {
            if (value != null && forConsumers.contains(key) == forProducers.contains(key) && !ours.contains(key)) {
                clients.put(key, value);
            }
        });
        if (!clients.containsKey("bootstrap.servers")) {
            throw new ConfigException("neither " + URL + " nor bootstrap.servers is set: there is no schema registry");
        }
        String name = text(settings, TOPIC);
        return new Topic(name.isEmpty() ? DEFAULT_TOPIC : name, Map.copyOf(clients));
    }
}
