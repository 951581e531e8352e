package dev.assay.worker.call;

import dev.assay.worker.failure.Redactor;
import java.io.IOException;
import java.nio.file.Files;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The providers' keys, read once at start from variables and files. They are never printed, logged or stored. */
public final class ProviderKeys {
    private final Map<String, String> byProvider;

    private ProviderKeys(Map<String, String> byProvider) {
        this.byProvider = Map.copyOf(byProvider);
    }

    /**
     * Reads them.
     *
     * @param variable the value of an environment variable; null where it is not set
     * @throws IllegalArgumentException naming the provider and what is missing
     */
    public static ProviderKeys read(List<ProviderSettings> providers, VariableSource variable) {
        Map<String, String> keys = new LinkedHashMap<>();
        for (ProviderSettings provider : providers) {
            key(provider, variable).ifPresent(key -> keys.put(provider.name(), key));
        }
        return new ProviderKeys(keys);
    }

    /** Where environment variables come from. */
    @FunctionalInterface
    public interface VariableSource {
        @Nullable
        String get(String name);
    }

    /** What never may be stored: the keys themselves. */
    public Redactor redactor() {
        return new Redactor(byProvider.values());
    }

    Optional<String> of(String provider) {
        return Optional.ofNullable(byProvider.get(provider));
    }

    private static Optional<String> key(ProviderSettings provider, VariableSource variable) {
        if (provider.keyVariable() != null) {
            String value = variable.get(provider.keyVariable());
            return Optional.of(require(provider, "variable " + provider.keyVariable(), value));
        }
        if (provider.keyFile() != null) {
            try {
                String value = Files.readString(provider.keyFile());
                return Optional.of(require(provider, "file " + provider.keyFile(), value));
            } catch (IOException e) {
                throw new IllegalArgumentException(
                        "key of provider " + provider.name() + ": file " + provider.keyFile() + " cannot be read", e);
            }
        }
        return Optional.empty();
    }

    private static String require(ProviderSettings provider, String where, @Nullable String value) {
        String key = value == null ? "" : value.strip();
        if (key.isEmpty() || !key.chars().allMatch(c -> c > ' ' && c < 127)) {
            throw new IllegalArgumentException("key of provider " + provider.name() + ": " + where
                    + (key.isEmpty() ? " is not set or empty" : " holds characters that no HTTP header takes"));
        }
        return key;
    }

    @Override
    public String toString() {
        return "keys of " + byProvider.keySet();
    }
}
