package dev.assay.worker.alert;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Where alerting events go beside the log and the meters.
 *
 * @param webhook URL that takes them as JSON by POST; null for none. It is never printed: such URLs carry secrets
 * @param webhookVariable environment variable that holds the URL instead; null for none
 * @param runbook URL of what to do, sent along; null for none
 */
public record AlertSettings(
        @Nullable String webhook,
        @Nullable String webhookVariable,
        @Nullable String runbook) {
    public static final AlertSettings NONE = new AlertSettings(null, null, null);

    public AlertSettings {
        if (webhook != null && webhookVariable != null) {
            throw new IllegalArgumentException(
                    "webhookVariable: " + webhookVariable + " (expected: either webhook or webhookVariable)");
        }
        if (webhook != null) {
            url("webhook", webhook);
        }
        if (runbook != null) {
            url("runbook", runbook);
        }
    }

    /**
     * The webhook's URL, read from where it is.
     *
     * @param variable the value of an environment variable; null where it is not set
     * @throws IllegalArgumentException when the variable is not set or holds no URL
     */
    public Optional<URI> url(Function<String, @Nullable String> variable) {
        if (webhookVariable == null) {
            return Optional.ofNullable(webhook).map(text -> url("webhook", text));
        }
        String value = variable.apply(webhookVariable);
        String name = "alerts.webhookVariable: " + webhookVariable;
        if (value == null || value.isBlank()) {
            throw new IllegalArgumentException(name + " is not set or empty");
        }
        return Optional.of(url(name, value.strip()));
    }

    @Override
    public String toString() {
        return "AlertSettings[webhook=" + (webhook == null ? webhookVariable : "(set)") + ", runbook=" + runbook + "]";
    }

    private static URI url(String name, String text) {
        try {
            URI uri = new URI(text);
            boolean isHttp = "http".equals(uri.getScheme()) || "https".equals(uri.getScheme());
            if (isHttp && uri.getHost() != null) {
                return uri;
            }
        } catch (URISyntaxException e) {
            // Said below, without its text, which the exception's message repeats.
        }
        throw new IllegalArgumentException(name + ": not shown (expected: a URL of http or https)");
    }
}
