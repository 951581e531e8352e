package dev.assay.worker.call;

import dev.assay.schemas.FailureKind;
import java.time.Duration;
import java.util.Optional;

/**
 * What a reply's failure is.
 *
 * @param kind which of the kinds
 * @param message in words, bounded and redacted
 * @param excerpt the first of the response body, bounded and redacted; empty when there was none
 * @param waitHint how long the provider asks to wait
 */
public record Failure(FailureKind kind, String message, String excerpt, Optional<Duration> waitHint) {}
