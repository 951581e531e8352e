package dev.assay.producer;

import java.security.MessageDigest;
import java.util.HexFormat;

/** SHA-256 over the fingerprints of a run's jobs so far, in order. */
final class PrefixHash {
    private final MessageDigest digest = Fingerprint.sha256();

    void add(Fingerprint fingerprint) {
        fingerprint.addTo(digest);
    }

    /** Its value at this point; adding goes on. */
    String hex() {
        try {
            return HexFormat.of().formatHex(((MessageDigest) digest.clone()).digest());
        } catch (CloneNotSupportedException e) {
            throw new IllegalStateException("every Java platform can copy a SHA-256 under way", e);
        }
    }
}
