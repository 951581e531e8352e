package dev.assay.worker.fleet;

import dev.assay.runtime.Clock;
import dev.assay.schemas.AccountBlock;
import dev.assay.schemas.AccountUnblock;
import dev.assay.schemas.GateClosed;
import dev.assay.worker.alert.Alerts;
import dev.assay.worker.gate.Gates;
import dev.assay.worker.gate.Moment;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the fleet topic says of accounts and gates, applied to this worker. The topic's order decides which of several
 * workers found a block out first: that one raises the alert, once. Used by the follower's thread alone.
 */
public final class FleetAccounts {
    private static final Logger LOG = LoggerFactory.getLogger(FleetAccounts.class);
    private static final long PAUSE_NANOS = Duration.ofMinutes(1).toNanos();

    private final String worker;
    private final Gates gates;
    private final Alerts alerts;
    private final Clock clock;
    /** Accounts blocked by the topic's last word, which this worker's own knowledge may be ahead of. */
    private final Set<String> blocked = new HashSet<>();

    private long quietUntil;

    /** @param worker this worker, as it signs what it tells */
    public FleetAccounts(String worker, Gates gates, Alerts alerts, Clock clock) {
        this.worker = worker;
        this.gates = gates;
        this.alerts = alerts;
        this.clock = clock;
        this.quietUntil = clock.nanos();
    }

    /**
     * @param said when it was written, by the writer's clock, epoch milliseconds
     * @param isLive whether it was written after this worker began to follow
     */
    void blocked(AccountBlock block, long said, boolean isLive) {
        Moment now = now();
        Duration wait = left(block.getProbeAt().toEpochMilli(), said, now, isLive);
        if (!gates.hear(block, wait, now) || !blocked.add(block.getAccount())) {
            return;
        }
        if (isLive && block.getBy().equals(worker)) {
            alerts.accountBlocked(block);
        } else {
            LOG.atWarn()
                    .addKeyValue("account", block.getAccount())
                    .addKeyValue("kind", block.getKind())
                    .addKeyValue("by", block.getBy())
                    .log("account is blocked, as the fleet knows");
        }
    }

    void unblocked(AccountUnblock unblock) {
        gates.hearUnblocked(unblock.getAccount());
        if (blocked.remove(unblock.getAccount())) {
            LOG.atInfo()
                    .addKeyValue("account", unblock.getAccount())
                    .addKeyValue("by", unblock.getBy())
                    .addKeyValue("reason", unblock.getReason())
                    .log("account unblocked");
        }
    }

    void closed(GateClosed closed, long said, boolean isLive) {
        Moment now = now();
        String model = closed.getModel() == null ? "" : closed.getModel();
        if (!closed.getUntil().isAfter(closed.getAt())) {
            gates.hearOpened(closed.getAccount(), model, now);
            return;
        }
        gates.hear(closed, left(closed.getUntil().toEpochMilli(), said, now, isLive), now);
    }

    /** An account's entry was deleted. */
    void forgetBlock(String account) {
        blocked.remove(account);
        gates.hearUnblocked(account);
    }

    /** A gate's entry was deleted. */
    void forgetGate(String account, String model) {
        gates.hearOpened(account, model, now());
    }

    private Duration left(long until, long said, Moment now, boolean isLive) {
        if (TimeTold.differ(said, now.epochMillis(), isLive) && now.nanos() - quietUntil >= 0) {
            quietUntil = now.nanos() + PAUSE_NANOS;
            LOG.atWarn()
                    .addKeyValue("differenceMillis", now.epochMillis() - said)
                    .log("a host of the fleet has another time than this one, or told late; durations count from now");
        }
        return TimeTold.left(until, said, now.epochMillis(), isLive);
    }

    private Moment now() {
        return new Moment(clock.nanos(), clock.now().toEpochMilli());
    }
}
