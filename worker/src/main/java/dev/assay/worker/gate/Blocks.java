package dev.assay.worker.gate;

import static java.util.Objects.requireNonNull;

import dev.assay.schemas.AccountBlock;
import dev.assay.schemas.AccountUnblock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The blocked accounts as this worker knows them, and who may probe. Whoever takes a probe moves the next one and tells
 * the fleet first, so that the others keep away. Times are monotonic nanoseconds. Not thread-safe.
 */
final class Blocks {
    private static final int JITTER_SHARE = 10;
    private static final long MOST_SPREAD = Duration.ofSeconds(10).toNanos();
    /** Beyond what a clock of nanoseconds holds. */
    private static final Duration FAR = Duration.ofDays(365);

    private static final class Block {
        private AccountBlock word;
        private long probeFrom;
        private boolean probing;

        private Block(AccountBlock word, long probeFrom) {
            this.word = word;
            this.probeFrom = probeFrom;
        }
    }

    private final String worker;
    private final ProbePace pace;
    private final Map<String, Block> blocked = new HashMap<>();
    /** How often each account was cleared: a call from before the last clearing does not block it again. */
    private final Map<String, Integer> cleared = new HashMap<>();

    /** The last probe that this worker moved of each account, as it told the fleet. */
    private final Map<String, AccountBlock> moved = new HashMap<>();

    Blocks(String worker, ProbePace pace) {
        this.worker = worker;
        this.pace = pace;
    }

    Optional<AccountBlock> of(String account) {
        return Optional.ofNullable(blocked.get(account)).map(block -> block.word);
    }

    int clearings(String account) {
        return cleared.getOrDefault(account, 0);
    }

    /** Nanoseconds until a call of the account may go; zero when it may now, as a probe where the account is blocked. */
    long pause(String account, long now) {
        Block block = blocked.get(account);
        if (block == null || (!block.probing && block.probeFrom - now <= 0)) {
            return 0;
        }
        return Math.max(block.probeFrom - now, Gate.SHORT_PAUSE.toNanos());
    }

    /** Takes the probe of a blocked account: the block with its next probe moved, to be told at once. */
    AccountBlock takeProbe(String account, Moment now, double chance) {
        Block block = requireNonNull(blocked.get(account), account);
        int probes = block.word.getProbes() + 1;
        Duration wait = pace.after(probes);
        block.probing = true;
        block.word = AccountBlock.newBuilder(block.word)
                .setProbes(probes)
                .setProbeAt(now.wallTimeAfter(wait))
                .build();
        block.probeFrom = from(now.nanos(), wait, chance);
        moved.put(account, block.word);
        return block.word;
    }

    /** A probe is over that did not clear its account. */
    void probeOver(String account) {
        Block block = blocked.get(account);
        if (block != null) {
            block.probing = false;
        }
    }

    /**
     * A call was barred.
     *
     * @param clearings of the account when the call began
     * @return the new block; empty where that is known already, or over by now
     */
    Optional<AccountBlock> barred(
            String account, String model, Signal.Barred why, int clearings, Moment now, double chance) {
        if (blocked.containsKey(account) || clearings != clearings(account)) {
            return Optional.empty();
        }
        Duration wait = pace.after(0);
        AccountBlock word = AccountBlock.newBuilder()
                .setAccount(account)
                .setKind(why.kind())
                .setMessage(why.message())
                .setRule(why.rule())
                .setModel(model)
                .setBy(worker)
                .setAt(Instant.ofEpochMilli(now.epochMillis()))
                .setProbeAt(now.wallTimeAfter(wait))
                .setProbes(0)
                .build();
        blocked.put(account, new Block(word, from(now.nanos(), wait, chance)));
        return Optional.of(word);
    }

    /** An account may be used again. */
    void clear(String account) {
        cleared.merge(account, 1, Integer::sum);
        blocked.remove(account);
    }

    AccountUnblock unblock(String account, String reason, Moment now) {
        return AccountUnblock.newBuilder()
                .setAccount(account)
                .setBy(worker)
                .setReason(reason)
                .setAt(Instant.ofEpochMilli(now.epochMillis()))
                .build();
    }

    /**
     * Takes over what the fleet says. A moved probe of a block that is over is a word that crossed the clearing.
     *
     * @param wait from now to its probe
     * @return whether the account is blocked by it or was
     */
    boolean heard(AccountBlock word, Duration wait, long now, double chance) {
        String account = word.getAccount();
        Block block = blocked.get(account);
        if (block == null) {
            if (word.getProbes() > 0 && cleared.containsKey(account)) {
                return false;
            }
            blocked.put(account, new Block(word, from(now, wait, chance)));
            return true;
        }
        boolean isPersons = word.getRule() == null;
        boolean isNewer = word.getProbes() > block.word.getProbes() || (isPersons && !word.equals(block.word));
        if (isNewer) {
            block.word = word;
        }
        long from = from(now, wait, chance);
        if (isNewer && from - block.probeFrom > 0) {
            block.probeFrom = from;
        }
        return true;
    }

    /** Whether this is the worker's own word of a probe that it took. */
    boolean isOwnMove(AccountBlock word) {
        return word.equals(moved.get(word.getAccount()));
    }

    private static long from(long now, Duration wait, double chance) {
        long nanos = (wait.compareTo(FAR) < 0 ? wait : FAR).toNanos();
        return now + nanos + (long) (chance * Math.min(MOST_SPREAD, nanos / JITTER_SHARE));
    }
}
