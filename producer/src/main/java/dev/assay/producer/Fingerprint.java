package dev.assay.producer;

import dev.assay.schemas.Expectation;
import dev.assay.schemas.ScorerUse;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * SHA-256 over what a line says of a job: id, body, expectation, tags, deadline. The same line read another day, by
 * another version, has the same fingerprint, so times, estimates and settings of the request stay out of it.
 */
final class Fingerprint {
    private final byte[] sha256;

    private Fingerprint(byte[] sha256) {
        this.sha256 = sha256;
    }

    static Fingerprint of(
            String jobId, String body, Expectation expectation, Map<String, String> tags, @Nullable Instant deadline) {
        Digest digest = new Digest();
        digest.add(jobId);
        digest.add(body);
        digest.add(expectation.getScorers().size());
        for (ScorerUse use : expectation.getScorers()) {
            digest.add(use.getScorer());
            digest.add(use.getTargets().size());
            use.getTargets().forEach(digest::add);
            digest.add(use.getOptions());
            digest.add(Double.doubleToLongBits(use.getWeight()));
            if (use.getName() != null) {
                // A length that no text has, so that jobs without names keep the fingerprint they had before there were
                // any.
                digest.add(-1);
                digest.add(use.getName());
            }
        }
        digest.add(tags);
        digest.add(deadline == null ? Long.MIN_VALUE : deadline.toEpochMilli());
        return new Fingerprint(digest.sha256.digest());
    }

    /** The first eight bytes, as chunks of fingerprints keep them. */
    long first8() {
        return ByteBuffer.wrap(sha256).getLong();
    }

    void addTo(MessageDigest digest) {
        digest.update(sha256);
    }

    /** The first eight bytes of a text's SHA-256. */
    static long first8(String text) {
        return ByteBuffer.wrap(sha256().digest(text.getBytes(StandardCharsets.UTF_8)))
                .getLong();
    }

    static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    /** Every part goes in behind its length, so that no two lists of parts are the same bytes. */
    private static final class Digest {
        private final MessageDigest sha256 = sha256();

        private void add(long number) {
            sha256.update(ByteBuffer.allocate(Long.BYTES).putLong(0, number));
        }

        private void add(String text) {
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            add(bytes.length);
            sha256.update(bytes);
        }

        private void add(Map<String, String> map) {
            add(map.size());
            new TreeMap<>(map).forEach((key, value) -> {
                add(key);
                add(value);
            });
        }
    }
}
