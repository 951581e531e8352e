package dev.assay.sandbox.wire;

import java.util.Locale;

/** One request as it came. */
public final class WireRequest {
    private final String method;
    private final String target;
    private final String version;
    private final Headers headers;
    private final byte[] body;

    WireRequest(String method, String target, String version, Headers headers, byte[] body) {
        this.method = method;
        this.target = target;
        this.version = version;
        this.headers = headers;
        this.body = body;
    }

    public String method() {
        return method;
    }

    public Headers headers() {
        return headers;
    }

    /** Decoded from chunks where it came in chunks; not to be changed. */
    public byte[] body() {
        return body;
    }

    /** Undecoded. */
    public String path() {
        int query = target.indexOf('?');
        return query < 0 ? target : target.substring(0, query);
    }

    /** Value of a query parameter, or the default; not decoded, for numbers and plain words. */
    public String query(String name, String otherwise) {
        int start = target.indexOf('?');
        if (start >= 0) {
            for (String pair : target.substring(start + 1).split("&", -1)) {
                if (pair.startsWith(name + "=")) {
                    return pair.substring(name.length() + 1);
                }
            }
        }
        return otherwise;
    }

    boolean keepsAlive() {
        String connection = headers.get("Connection");
        String wish = connection == null ? "" : connection.toLowerCase(Locale.ROOT);
        return version.equals("HTTP/1.1") ? !wish.contains("close") : wish.contains("keep-alive");
    }
}
