package dev.assay.budget.host;

import dev.assay.budget.ledger.LedgerSettings;
import java.time.Duration;

/**
 * How a process keeps budgets.
 *
 * @param ledger the times of the ledger, the same in the whole fleet
 * @param sessionTimeout after which silence a keeper counts as dead; brokers may refuse less than 45 s
 * @param heartbeat how often a keeper is heard of, and hears of what it is to keep
 * @param commitInterval how often it is noted which requests are done
 * @param snapshotInterval how often the state is written down
 */
public record HostSettings(
        LedgerSettings ledger,
        Duration sessionTimeout,
        Duration heartbeat,
        Duration commitInterval,
        Duration snapshotInterval) {
    public static final HostSettings STANDARD = new HostSettings(
            LedgerSettings.STANDARD,
            Duration.ofSeconds(3),
            Duration.ofMillis(500),
            Duration.ofMillis(200),
            Duration.ofSeconds(5));

    public static final HostSettings SLOTS = new HostSettings(
            LedgerSettings.SLOTS,
            STANDARD.sessionTimeout(),
            STANDARD.heartbeat(),
            STANDARD.commitInterval(),
            STANDARD.snapshotInterval());
}
