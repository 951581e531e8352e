package dev.assay.worker.call;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.assay.schemas.topics.Names;
import dev.assay.worker.failure.Classifier;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A provider that speaks OpenAI's chat completions.
 *
 * @param name what routes and results call it
 * @param baseUrl what comes before {@code /chat/completions}, such as {@code https://api.openai.com/v1}
 * @param keyVariable environment variable that holds the key; null for none
 * @param keyFile file that holds the key; null for none
 * @param account label of the account that the key belongs to; null for the provider's name
 * @param family whose failures it has (openai, azure, anthropic, gemini, dashscope, ...); null to tell it by the host
 * @param region where it works on data; null when that is of no concern
 * @param headers further request headers; not for keys, which belong into a variable or a file
 * @param trustStore PEM file of the certificate authorities that the provider's certificate may come from, such as a
 *     private gateway's; null for those that Java trusts
 * @param streamUsage whether a stream is asked for its token usage; true when null
 */
public record ProviderSettings(
        @JsonProperty(required = true) String name,
        @JsonProperty(required = true) String baseUrl,
        @Nullable String keyVariable,
        @Nullable Path keyFile,
        @Nullable String account,
        @Nullable String family,
        @Nullable String region,
        @Nullable Map<String, String> headers,
        @Nullable Path trustStore,
        @Nullable Boolean streamUsage) {
    private static final Set<String> KEY_HEADERS = Set.of("authorization", "api-key", "x-api-key", "x-goog-api-key");

    public ProviderSettings {
        Names.require("name", name);
        requireUrl(baseUrl);
        if (keyVariable != null && keyFile != null) {
            throw new IllegalArgumentException("keyFile: " + keyFile + " (expected: either keyVariable or keyFile)");
        }
        if (account != null) {
            Names.require("account", account);
        }
        if (family != null) {
            Classifier.requireFamily(family);
        }
        headers = headers == null ? Map.of() : Map.copyOf(headers);
        headers.forEach(ProviderSettings::requireHeader);
    }

    /** A provider with its key in a variable, or none. */
    public static ProviderSettings of(
            String name, String baseUrl, @Nullable String keyVariable, @Nullable String account) {
        return new ProviderSettings(name, baseUrl, keyVariable, null, account, null, null, null, null, null);
    }

    /** What gates and blocks hold for: calls of providers with the same label spend the same money and limits. */
    public String accountLabel() {
        return account == null ? name : account;
    }

    /** What failure rules know the provider by. */
    public String familyOrHost() {
        return family == null ? URI.create(baseUrl).getHost() : family;
    }

    /** Whether a stream that names no options of its own is sent with the request for usage. */
    public boolean asksStreamUsage() {
        return streamUsage == null || streamUsage;
    }

    private static void requireHeader(String name, String value) {
        if (KEY_HEADERS.contains(name.toLowerCase(Locale.ROOT))) {
            throw new IllegalArgumentException("headers." + name
                    + ": holds a key (expected: keyVariable or keyFile, so that no key stands in this file)");
        }
        if (!name.matches("[A-Za-z0-9!#$%&'*+.^_`|~-]+") || !value.matches("[\\t\\x20-\\x7E]*")) {
            throw new IllegalArgumentException(
                    "headers." + name + ": '" + value + "' (expected: a header name and printable ASCII)");
        }
    }

    private static void requireUrl(@Nullable String url) {
        try {
            URI uri = new URI(url == null ? "" : url);
            boolean isHttp = "http".equals(uri.getScheme()) || "https".equals(uri.getScheme());
            if (isHttp && uri.getHost() != null && uri.getQuery() == null && uri.getUserInfo() == null) {
                return;
            }
        } catch (URISyntaxException e) {
            // Said below.
        }
        throw new IllegalArgumentException(
                "baseUrl: " + url + " (expected: http or https, such as https://api.openai.com/v1, without a query)");
    }
}
