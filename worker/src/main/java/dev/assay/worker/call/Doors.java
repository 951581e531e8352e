package dev.assay.worker.call;

import dev.assay.schemas.AccountBlock;
import dev.assay.schemas.FailureKind;
import dev.assay.worker.breaker.Breakers;
import dev.assay.worker.gate.Gates;
import java.time.Duration;
import java.util.Optional;

/**
 * What closed while a call waited for room: its account was blocked, or its model's breaker opened. Whoever tries such an
 * account or model out passed here when it was closed already, and goes on.
 */
final class Doors {
    private static final Duration ASK_AGAIN = Duration.ofMillis(200);

    private final Breakers breakers;
    private final Gates gates;

    /** How they stood when a call began to wait. */
    record State(boolean isBlocked, boolean isOpen) {}

    Doors(Breakers breakers, Gates gates) {
        this.breakers = breakers;
        this.gates = gates;
    }

    State state(Candidate candidate) {
        return new State(
                gates.isBlocked(candidate.account()), breakers.isOpen(candidate.provider(), candidate.model()));
    }

    Optional<Reply.Refused> closedSince(State before, Candidate candidate) {
        Optional<AccountBlock> block = gates.blockOf(candidate.account());
        if (!before.isBlocked() && block.isPresent()) {
            String account = candidate.account();
            return Optional.of(new Reply.Refused(
                    FailureKind.PROVIDER_BLOCKED,
                    block.get().getKind(),
                    "account " + account + " was blocked while the call waited for room",
                    ASK_AGAIN,
                    Optional.of(account)));
        }
        if (!before.isOpen() && breakers.isOpen(candidate.provider(), candidate.model())) {
            return Optional.of(new Reply.Refused(
                    FailureKind.CIRCUIT_OPEN,
                    candidate + ": its breaker opened while the call waited for room",
                    ASK_AGAIN,
                    Optional.empty()));
        }
        return Optional.empty();
    }
}
