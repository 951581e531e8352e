package dev.assay.budget.ledger;

import java.time.Duration;

/**
 * The times of a ledger. All owners and readers of a ledger must have the same {@code startWithin} and {@code transit}.
 *
 * @param startWithin how long after its grant a call may start
 * @param transit how long a call may take from its start to the provider's count
 * @param silence what waits of a client that was not heard of for so long is passed over
 * @param farewell what waits of a client that was not heard of for so long is refused
 * @param longestWait a reservation waits no longer, whatever it asks
 * @param mostWaiting reservations of one budget that may wait; one more is refused
 */
public record LedgerSettings(
        Duration startWithin,
        Duration transit,
        Duration silence,
        Duration farewell,
        Duration longestWait,
        int mostWaiting) {
    public static final LedgerSettings STANDARD = new LedgerSettings(
            Duration.ofMillis(800),
            Duration.ofMillis(200),
            Duration.ofSeconds(1),
            Duration.ofSeconds(10),
            Duration.ofMinutes(10),
            50_000);

    /**
     * For the slots of lanes: what is granted ahead waits until the chunk before it is sent. Whoever is too late is fenced,
     * so these times need not be short.
     */
    public static final LedgerSettings SLOTS = new LedgerSettings(
            Duration.ofSeconds(4),
            Duration.ofMillis(200),
            Duration.ofSeconds(1),
            Duration.ofSeconds(10),
            Duration.ofMinutes(10),
            10_000);
}
