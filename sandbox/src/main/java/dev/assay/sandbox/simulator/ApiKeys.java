package dev.assay.sandbox.simulator;

import dev.assay.sandbox.wire.Headers;
import java.util.List;

/** The keys that the provider knows; each is an account. */
final class ApiKeys {
    private static final String BEARER = "Bearer ";

    private final List<String> known;

    ApiKeys(List<String> known) {
        this.known = known;
    }

    boolean knows(Headers headers) {
        return known.isEmpty() || known.contains(account(headers));
    }

    /** The key that the request came with; empty for none. */
    String account(Headers headers) {
        String bearer = headers.get("Authorization");
        if (bearer != null && bearer.startsWith(BEARER)) {
            return bearer.substring(BEARER.length()).strip();
        }
        String plain = headers.get("api-key");
        return plain == null ? "" : plain.strip();
    }
}
