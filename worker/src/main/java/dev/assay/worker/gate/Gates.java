package dev.assay.worker.gate;

import dev.assay.schemas.AccountBlock;
import dev.assay.schemas.FailureKind;
import dev.assay.schemas.GateClosed;
import dev.assay.schemas.topics.Keys;
import dev.assay.worker.failure.LimitScope;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.random.RandomGenerator;

/**
 * All gates, ceilings and blocks of a worker, by account and model: who may call now, and what a call's end changes.
 * What this worker finds out holds for it at once and is announced; what others found out is heard.
 */
public final class Gates {
    /** A closing that is later than the known one by less is not worth telling. */
    private static final long WORTH_TELLING_NANOS = Duration.ofMillis(200).toNanos();

    private record Name(String account, String model) {}

    /** A gate with what the fleet knows of it. */
    private static final class Known {
        private final Gate gate = new Gate();
        private String message = "";
        private boolean isTold;
        private long toldUntil;
    }

    private final String worker;
    private final Announcer announcer;
    private final RandomGenerator random;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<Name, Known> gates = new HashMap<>();
    private final Map<Name, Ceiling> ceilings = new HashMap<>();
    private final Blocks blocks;

    /**
     * @param worker what the fleet calls this worker
     * @param random jitter
     */
    public Gates(String worker, ProbePace pace, Announcer announcer, RandomGenerator random) {
        this.worker = worker;
        this.announcer = announcer;
        this.random = random;
        this.blocks = new Blocks(worker, pace);
    }

    /** Lets a call go, or says when to ask again. Never waits. */
    public Entry enter(String account, String model, Moment now) {
        return enter(account, model, Duration.ZERO, now);
    }

    /**
     * Lets a call go, or says when to ask again. Never waits.
     *
     * @param deference how long it leaves probing to others
     */
    public Entry enter(String account, String model, Duration deference, Moment now) {
        lock.lock();
        try {
            Known ofAccount = gate(account, "");
            Known ofModel = gate(account, model);
            Ceiling ceiling = ceilings.computeIfAbsent(new Name(account, model), name -> new Ceiling());
            long blocked = blocks.pause(account, now.nanos());
            if (blocked > 0) {
                return closed(blocks.of(account).orElseThrow(), blocked);
            }
            long byAccount = ofAccount.gate.pause(now.nanos(), deference);
            long byModel = ofModel.gate.pause(now.nanos(), deference);
            if (byAccount > 0 || byModel > 0) {
                boolean isAccounts = byAccount >= byModel;
                return closed(
                        isAccounts ? "account " + account : account + "/" + model,
                        Keys.gate(account, isAccounts ? "" : model),
                        isAccounts ? ofAccount : ofModel,
                        Math.max(byAccount, byModel));
            }
            if (ceiling.isFull()) {
                return new Entry.Closed(
                        FailureKind.CONCURRENCY_EXHAUSTED,
                        FailureKind.CONCURRENCY_EXHAUSTED,
                        account + "/" + model + " takes " + ceiling.most() + " calls at once",
                        Gate.SHORT_PAUSE,
                        Optional.empty());
            }
            boolean probe = blocks.of(account).isPresent();
            if (probe) {
                announcer.blocked(blocks.takeProbe(account, now, random.nextDouble()));
            }
            return new Entry.Admitted(new Permit(
                    this,
                    account,
                    model,
                    ofAccount.gate.enter(now.nanos()),
                    ofModel.gate.enter(now.nanos()),
                    ceiling.enter(),
                    blocks.clearings(account),
                    probe));
        } finally {
            lock.unlock();
        }
    }

    void settle(Permit permit, Signal signal, Moment now) {
        lock.lock();
        try {
            Known ofAccount = gate(permit.account(), "");
            Known ofModel = gate(permit.account(), permit.model());
            Ceiling ceiling = ceilings.computeIfAbsent(new Name(permit.account(), permit.model()), n -> new Ceiling());
            switch (signal) {
                case Signal.LetIn let -> {
                    ofAccount.gate.letIn(permit.ofAccount(), now.nanos());
                    ofModel.gate.letIn(permit.ofModel(), now.nanos());
                    ceiling.letIn();
                }
                case Signal.Limited limited -> {
                    limited(permit, limited, ofAccount, ofModel, now);
                    ceiling.left();
                }
                case Signal.TooMany many -> {
                    leave(permit, ofAccount, ofModel);
                    ceiling.tooMany(permit.ceilingRound());
                }
                case Signal.Barred barred -> {
                    leave(permit, ofAccount, ofModel);
                    ceiling.left();
                    blocks.barred(
                                    permit.account(),
                                    permit.model(),
                                    barred,
                                    permit.clearings(),
                                    now,
                                    random.nextDouble())
                            .ifPresent(announcer::blocked);
                }
                case Signal.Nothing nothing -> {
                    leave(permit, ofAccount, ofModel);
                    ceiling.left();
                }
            }
            if (permit.isProbe()) {
                probed(permit, signal, now);
            }
        } finally {
            lock.unlock();
        }
    }

    /**
     * Takes over a block that the fleet knows.
     *
     * @param wait from now to its probe
     * @return whether it holds; a moved probe that crossed the end of its block does not
     */
    public boolean hear(AccountBlock block, Duration wait, Moment now) {
        lock.lock();
        try {
            boolean holds = blocks.heard(block, wait, now.nanos(), random.nextDouble());
            if (!holds && blocks.isOwnMove(block)) {
                // The topic's last word would be the block, and workers that start later would believe it.
                announcer.unblocked(blocks.unblock(block.getAccount(), "a probe crossed the end of the block", now));
            }
            return holds;
        } finally {
            lock.unlock();
        }
    }

    /** An account may be used again, as the fleet knows. */
    public void hearUnblocked(String account) {
        lock.lock();
        try {
            blocks.clear(account);
        } finally {
            lock.unlock();
        }
    }

    /**
     * Takes over a closed gate that the fleet knows.
     *
     * @param left from now until it may be probed; not positive where that is over
     */
    public void hear(GateClosed closed, Duration left, Moment now) {
        lock.lock();
        try {
            Known known = gate(closed.getAccount(), model(closed));
            long until = now.nanos() + bounded(left).toNanos();
            if (known.gate.closeUntil(until, now.nanos(), random.nextDouble())) {
                known.message = closed.getMessage();
            }
            if (!known.isTold || until - known.toldUntil > 0) {
                known.isTold = true;
                known.toldUntil = until;
            }
        } finally {
            lock.unlock();
        }
    }

    /** A gate's time is over by a person's word; the next call probes. */
    public void hearOpened(String account, String model, Moment now) {
        lock.lock();
        try {
            Known known = gate(account, model);
            known.gate.openForProbe(now.nanos());
            known.isTold = false;
        } finally {
            lock.unlock();
        }
    }

    /** Whether an account is blocked, its next probe due or not. */
    public boolean isBlocked(String account) {
        return blockOf(account).isPresent();
    }

    /**
     * Whether what a parked job waits for holds still.
     *
     * @param heldBy an account's label, or a gate's key on the fleet topic
     */
    public boolean holds(String heldBy, Moment now) {
        if (!Keys.isGate(heldBy)) {
            return isBlocked(heldBy);
        }
        String[] parts = heldBy.split("/", 3);
        lock.lock();
        try {
            Known known = gates.get(new Name(parts[1], parts[2]));
            return known != null && known.gate.isWaiting(now.nanos());
        } finally {
            lock.unlock();
        }
    }

    /** Why an account is blocked, and until when; empty where it is free. */
    public Optional<AccountBlock> blockOf(String account) {
        lock.lock();
        try {
            return blocks.of(account);
        } finally {
            lock.unlock();
        }
    }

    /**
     * Whether a gate is closed or nobody was let in since.
     *
     * @param model empty for the account's own gate
     */
    public boolean isClosed(String account, String model, Moment now) {
        lock.lock();
        try {
            Known known = gates.get(new Name(account, model));
            return known != null && known.gate.isClosed(now.nanos());
        } finally {
            lock.unlock();
        }
    }

    private void limited(Permit permit, Signal.Limited limited, Known ofAccount, Known ofModel, Moment now) {
        boolean isModels = limited.scope() == LimitScope.MODEL;
        Known closing = isModels ? ofModel : ofAccount;
        (isModels ? ofAccount : ofModel).gate.left(isModels ? permit.ofAccount() : permit.ofModel());
        boolean isLater = closing.gate.limited(
                isModels ? permit.ofModel() : permit.ofAccount(), limited.hint(), now.nanos(), random.nextDouble());
        if (!isLater) {
            return;
        }
        closing.message = limited.message();
        long until = closing.gate.until();
        boolean isNews = !closing.isTold || until - closing.toldUntil >= WORTH_TELLING_NANOS;
        if (isNews && until - now.nanos() >= WORTH_TELLING_NANOS) {
            closing.isTold = true;
            closing.toldUntil = until;
            announcer.closed(GateClosed.newBuilder()
                    .setAccount(permit.account())
                    .setModel(isModels ? permit.model() : null)
                    .setUntil(now.wallTimeOf(until))
                    .setMessage(limited.message())
                    .setBy(worker)
                    .setAt(Instant.ofEpochMilli(now.epochMillis()))
                    .build());
        }
    }

    /** A probe of a blocked account is over. */
    private void probed(Permit permit, Signal signal, Moment now) {
        String account = permit.account();
        blocks.probeOver(account);
        boolean isAccepted = switch (signal) {
            // Whoever limits a key knows it, and lets it pay.
            case Signal.LetIn let -> true;
            case Signal.Limited limited -> true;
            case Signal.TooMany many -> true;
            case Signal.Barred barred -> false;
            case Signal.Nothing nothing -> false;
        };
        boolean isStill = blocks.of(account).isPresent() && permit.clearings() == blocks.clearings(account);
        if (isAccepted && isStill) {
            blocks.clear(account);
            announcer.unblocked(blocks.unblock(account, "a probe succeeded", now));
        }
    }

    private static void leave(Permit permit, Known ofAccount, Known ofModel) {
        ofAccount.gate.left(permit.ofAccount());
        ofModel.gate.left(permit.ofModel());
    }

    private Known gate(String account, String model) {
        return gates.computeIfAbsent(new Name(account, model), name -> new Known());
    }

    private static Entry.Closed closed(AccountBlock block, long pauseNanos) {
        String account = block.getAccount();
        return new Entry.Closed(
                FailureKind.PROVIDER_BLOCKED,
                block.getKind(),
                "account " + account + " is blocked (" + block.getKind() + "): " + block.getMessage(),
                Duration.ofNanos(pauseNanos),
                Optional.of(account));
    }

    private static Entry.Closed closed(String name, String key, Known known, long pauseNanos) {
        return new Entry.Closed(
                FailureKind.RATE_LIMITED,
                FailureKind.RATE_LIMITED,
                "the limit of " + name + " is reached: " + known.message,
                Duration.ofNanos(pauseNanos),
                Optional.of(key));
    }

    private static Duration bounded(Duration left) {
        return left.compareTo(Gate.LONGEST) < 0 ? left : Gate.LONGEST;
    }

    private static String model(GateClosed closed) {
        return closed.getModel() == null ? "" : closed.getModel();
    }
}
