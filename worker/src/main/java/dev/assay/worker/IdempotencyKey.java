package dev.assay.worker;

import dev.assay.schemas.Job;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * The delivery's part of the idempotency key that each physical call carries: run, job, generation and delivery, in
 * characters that any header takes. A job id that would make it longer than providers accept is hashed.
 */
final class IdempotencyKey {
    private static final int MAX_JOB_LENGTH = 128;
    private static final String UNRESERVED = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~";

    private IdempotencyKey() {}

    static String of(Job job, int delivery) {
        return job.getRunId() + "/" + jobPart(job.getJobId()) + "/" + job.getGeneration() + "/" + delivery;
    }

    private static String jobPart(String jobId) {
        StringBuilder part = new StringBuilder();
        for (byte next : jobId.getBytes(StandardCharsets.UTF_8)) {
            if (isUnreserved(next)) {
                part.append((char) next);
            } else {
                part.append('%').append(HexFormat.of().withUpperCase().toHexDigits(next));
            }
        }
        return part.length() <= MAX_JOB_LENGTH ? part.toString() : sha256(jobId);
    }

    private static boolean isUnreserved(byte next) {
        return UNRESERVED.indexOf(next) >= 0;
    }

    private static String sha256(String text) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
