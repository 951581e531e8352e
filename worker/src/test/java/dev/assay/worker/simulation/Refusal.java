package dev.assay.worker.simulation;

import dev.assay.schemas.FailureKind;
import java.time.Duration;

/** A breaker or a gate that lets a call not through. */
record Refusal(FailureKind kind, Duration pause) {}
