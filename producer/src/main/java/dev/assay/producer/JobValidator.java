package dev.assay.producer;

import dev.assay.schemas.ScorerNames;
import dev.assay.schemas.ScorerUse;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;

/**
 * Turns drafts into valid jobs or says why not. What it decides depends on the draft and the run's settings alone, not
 * on when it runs, so that a resumed submit passes over the same lines.
 */
final class JobValidator {
    static final int MAX_ID_LENGTH = 512;
    static final int MAX_TAGS = 64;
    /** A job travels as one Kafka record of at most 1 MiB; what stands beside the body has the rest of it. */
    private static final int BESIDE_BODY_BYTES = 40_000;

    /** Most bytes that one character takes as printed: an escape. */
    private static final int MOST_BYTES_OF_CHAR = 6;

    /** More than what is printed round any one value. */
    private static final int SIGNS = 100;

    private final int maxBodyBytes;
    private final Instant submittedAt;
    private final ScorerCheck scorers;

    /**
     * @param maxBodyBytes the longest request body in bytes of UTF-8
     * @param submittedAt when the run's first submit began: a deadline before it could never be kept
     * @param scorers what is known of scorers that do not come with Assay
     */
    JobValidator(int maxBodyBytes, Instant submittedAt, ScorerCheck scorers) {
        this.maxBodyBytes = maxBodyBytes;
        this.submittedAt = submittedAt;
        this.scorers = scorers;
    }

    JobValidator(int maxBodyBytes, Instant submittedAt) {
        this(maxBodyBytes, submittedAt, ScorerCheck.NONE);
    }

    ValidJob check(Draft draft) throws BadLineException {
        String jobId = draft.customId() == null ? "line-" + draft.line() : draft.customId();
        checkId(draft, jobId);
        int bodyBytes = utf8Length(draft.body());
        if (bodyBytes > maxBodyBytes) {
            throw draft.place().bad("/body", bodyBytes + " bytes (limit: " + maxBodyBytes + ")");
        }
        BodyRules.check(draft);
        checkScorers(draft);
        checkWhatStandsBeside(draft);
        Instant deadline = draft.deadline();
        if (deadline != null && !deadline.isAfter(submittedAt)) {
            throw draft.place()
                    .bad("/deadline", deadline + " is past (expected: after the run's start at " + submittedAt + ")");
        }
        return new ValidJob(
                draft.line(),
                jobId,
                draft.body(),
                bodyBytes,
                draft.tree(),
                draft.expectation(),
                draft.tags(),
                deadline,
                BodyRules.maxTokens(draft),
                Fingerprint.of(jobId, draft.body(), draft.expectation(), draft.tags(), deadline));
    }

    private void checkScorers(Draft draft) throws BadLineException {
        for (ScorerUse use : draft.expectation().getScorers()) {
            String complaint = ScorerNames.ALL.contains(use.getScorer()) ? null : scorers.complaint(use);
            if (complaint != null) {
                throw draft.place().bad("/expectation", "scorer " + use.getScorer() + ": " + complaint);
            }
        }
    }

    private static void checkId(Draft draft, String jobId) throws BadLineException {
        if (jobId.isBlank()) {
            throw draft.place().bad("/custom_id", "blank (expected: a string that no other line has)");
        }
        if (jobId.length() > MAX_ID_LENGTH) {
            throw draft.place().bad("/custom_id", jobId.length() + " characters (limit: " + MAX_ID_LENGTH + ")");
        }
        for (int i = 0; i < jobId.length(); i++) {
            if (Character.isISOControl(jobId.charAt(i))) {
                throw draft.place()
                        .bad(
                                "/custom_id",
                                "control character \\u%04x at character %d (expected: printable text)"
                                        .formatted((int) jobId.charAt(i), i + 1));
            }
        }
        int lone = JsonLine.loneSurrogate(jobId);
        if (lone >= 0) {
            throw draft.place().bad("/custom_id", "half a character at character " + (lone + 1));
        }
    }

    private static void checkWhatStandsBeside(Draft draft) throws BadLineException {
        Map<String, String> tags = draft.tags();
        if (tags.size() > MAX_TAGS) {
            throw draft.place().bad("/metadata", tags.size() + " tags (limit: " + MAX_TAGS + ")");
        }
        if (charsBeside(draft) <= BESIDE_BODY_BYTES / MOST_BYTES_OF_CHAR) {
            return;
        }
        long bytes = (long) utf8Length(draft.expectation().toString()) + utf8Length(tags.toString());
        if (bytes > BESIDE_BODY_BYTES) {
            throw draft.place()
                    .bad(
                            "/metadata",
                            "expectation and tags have " + bytes + " bytes (limit: " + BESIDE_BODY_BYTES + ")");
        }
    }

    /** Characters of expectation and tags, field names and signs round each value reckoned in. */
    private static long charsBeside(Draft draft) {
        long chars = charsOf(draft.tags());
        for (ScorerUse use : draft.expectation().getScorers()) {
            chars += SIGNS + use.getScorer().length() + charsOf(use.getOptions());
            for (String target : use.getTargets()) {
                chars += SIGNS + target.length();
            }
        }
        return chars;
    }

    private static long charsOf(Map<String, String> map) {
        long chars = SIGNS;
        for (Map.Entry<String, String> entry : map.entrySet()) {
            chars += SIGNS + entry.getKey().length() + entry.getValue().length();
        }
        return chars;
    }

    private static int utf8Length(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }
}
