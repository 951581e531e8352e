package dev.assay.worker.intake;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Room for jobs, shared by all lanes of a worker, in two kinds. A <em>call slot</em> is held while a job's handler
 * runs. A <em>place</em> is held from before a job's start mark until its outcome is committed, so that no more jobs
 * than there are places ({@link #mostInHand}) can be called again after a crash.
 *
 * <p>There are more places than slots, by {@link #spare}: jobs whose marks are committed stand ready, and the thread
 * that ends one job begins the next, so that slots do not idle while the poll thread commits. Few stand ready, because
 * what came later cannot pass them.
 */
public final class Slots {
    private static final int LEAST_SPARE = 4;

    private final int calls;
    private final HeadStart headStart;
    private final ReentrantLock lock = new ReentrantLock();
    private final List<Share> shares = new ArrayList<>();
    /** Who waits for the worker to be empty; while somebody does, nobody else starts anything. */
    private final Set<Share> wantAlone = new HashSet<>();

    private int running;
    /** How many may run beyond the slots, as of the last time that was looked. */
    private int early;

    private int taken;
    private boolean alone;
    private int turn;

    /** @param calls most handlers that run at once */
    public Slots(int calls) {
        this(calls, HeadStart.none());
    }

    private Slots(int calls, HeadStart headStart) {
        if (calls < 1) {
            throw new IllegalArgumentException("inFlight: " + calls + " (expected: >= 1)");
        }
        this.calls = calls;
        this.headStart = headStart;
    }

    /**
     * Slots for handlers that ask the ledger before they call, and wait for a call to end before they do: a few more of
     * them run than there are slots.
     *
     * @param calls most calls at once, which the handlers themselves have to keep
     */
    public static Slots withHeadStart(int calls) {
        return new Slots(calls, new HeadStart(calls));
    }

    /** Most jobs that may stand ready, or be finished and not settled, beside so many that run. */
    static int spare(int calls) {
        return Math.max(LEAST_SPARE, calls / 2);
    }

    /** Most jobs in hand of a worker with so many call slots: what can be called again after it died. */
    public static int mostInHand(int calls) {
        return calls + spare(calls);
    }

    /**
     * A lane's part.
     *
     * @param most most handlers of the lane that run at once
     */
    Share share(int most, long nowNanos) {
        lock.lock();
        try {
            Share share = new Share(Math.min(most, calls), nowNanos);
            shares.add(share);
            return share;
        } finally {
            lock.unlock();
        }
    }

    /** Handlers that run now. */
    public int running() {
        lock.lock();
        try {
            return running;
        } finally {
            lock.unlock();
        }
    }

    /** Places taken. */
    int taken() {
        lock.lock();
        try {
            return taken;
        } finally {
            lock.unlock();
        }
    }

    /** A job whose start mark is committed. */
    @FunctionalInterface
    interface Ready {
        /** Starts its thread, which calls {@link Share#ended} once, and does not wait. */
        void begin();
    }

    /** One job's place; it is released once. */
    final class Place {
        private final Share share;
        private boolean released;

        private Place(Share share) {
            this.share = share;
        }

        void release() {
            lock.lock();
            try {
                if (released) {
                    throw new IllegalStateException("place released twice");
                }
                released = true;
                share.inHand--;
                taken--;
                alone = false;
            } finally {
                lock.unlock();
            }
        }
    }

    /** The part of one lane: its own limits within the worker's, and its jobs that stand ready. */
    final class Share {
        private final int most;
        private final Deque<Ready> ready = new ArrayDeque<>();
        private int active;
        private int inHand;
        /** Whether it was last refused a place for want of room in the worker. */
        private boolean hungry;

        private final Attendance pollThread;

        private Share(int most, long nowNanos) {
            this.most = most;
            this.pollThread = new Attendance(nowNanos);
        }

        /** A place beside others; null when there is none, or when a job is alone or waits to be. */
        @Nullable
        Place tryTake() {
            lock.lock();
            try {
                if (inHand >= mostInHand(most)) {
                    hungry = false;
                    return null;
                }
                hungry = alone || !wantAlone.isEmpty() || taken >= mostInHand(calls) || takesMoreThanItsPart();
                return hungry ? null : place();
            } finally {
                lock.unlock();
            }
        }

        /** The whole worker for one job; null while it is not empty, and then nobody else starts until it is. */
        @Nullable
        Place tryTakeAlone() {
            lock.lock();
            try {
                wantAlone.add(this);
                if (taken > 0) {
                    return null;
                }
                wantAlone.remove(this);
                alone = true;
                return place();
            } finally {
                lock.unlock();
            }
        }

        /** Takes back the wish to run something alone. */
        void withdraw(long nowNanos) {
            List<Ready> next;
            lock.lock();
            try {
                wantAlone.remove(this);
                next = next(nowNanos);
            } finally {
                lock.unlock();
            }
            next.forEach(Ready::begin);
        }

        /**
         * Says that the lane's poll thread is at work.
         *
         * @return whether it was not for so long that others may have taken over what stands ready
         */
        boolean attended(long nowNanos) {
            lock.lock();
            try {
                return pollThread.attended(nowNanos);
            } finally {
                lock.unlock();
            }
        }

        /** Says that nothing of the lane waits for a place. */
        void sated() {
            lock.lock();
            try {
                hungry = false;
            } finally {
                lock.unlock();
            }
        }

        /** Whether some lane waits for the worker to be empty, so that what stands ready begins no more. */
        boolean isAloneWanted() {
            lock.lock();
            try {
                return isHeldUp();
            } finally {
                lock.unlock();
            }
        }

        /** How many further jobs could begin at once or stand ready. */
        int room() {
            lock.lock();
            try {
                return free() + mostReady() - ready.size();
            } finally {
                lock.unlock();
            }
        }

        /** Whether call slots idle that jobs of the lane could use if there were any. */
        boolean isIdle() {
            lock.lock();
            try {
                return free() > ready.size();
            } finally {
                lock.unlock();
            }
        }

        /** Hands a job in that has its place and its mark; it begins when a call slot is free. */
        void add(Ready job, long nowNanos) {
            List<Ready> next;
            lock.lock();
            try {
                ready.addLast(job);
                next = next(nowNanos);
            } finally {
                lock.unlock();
            }
            next.forEach(Ready::begin);
        }

        /** Takes a job back; false when it has begun. Its place stays taken. */
        boolean takeBack(Ready job) {
            lock.lock();
            try {
                return ready.remove(job);
            } finally {
                lock.unlock();
            }
        }

        /** Gives the call slot of a job back whose handler has ended, to the next that stands ready. */
        void ended(long nowNanos) {
            List<Ready> next;
            lock.lock();
            try {
                if (active == 0) {
                    throw new IllegalStateException("no handler of this lane runs");
                }
                active--;
                running--;
                headStart.ended(nowNanos);
                next = next(nowNanos);
            } finally {
                lock.unlock();
            }
            next.forEach(Ready::begin);
        }

        /** Jobs in hand; any thread may ask. */
        int inHand() {
            lock.lock();
            try {
                return inHand;
            } finally {
                lock.unlock();
            }
        }

        private Place place() {
            taken++;
            inHand++;
            return new Place(this);
        }

        private int free() {
            return Math.max(0, Math.min(calls + early - running, limit() - active));
        }

        /** A lane that has less than the worker's slots has that as a limit of its calls, which are its handlers. */
        private int limit() {
            return most == calls ? calls + early : most;
        }

        private int mostReady() {
            return Math.max(1, most / 2);
        }

        /** A lane that has much leaves to those that go short what becomes free, until all have alike. */
        private boolean takesMoreThanItsPart() {
            long others = shares.stream()
                    .filter(share -> share != this && share.hungry)
                    .count();
            return others > 0 && inHand >= Math.max(1, mostInHand(calls) / (others + 1));
        }
    }

    private boolean isHeldUp() {
        return !alone && !wantAlone.isEmpty();
    }

    /** Takes slots for jobs that stand ready, the lanes in turn. */
    private List<Ready> next(long nowNanos) {
        if (isHeldUp()) {
            return List.of();
        }
        early = headStart.handlers(nowNanos);
        List<Ready> next = new ArrayList<>();
        for (int passed = 0; passed < shares.size() && running < calls + early; turn = (turn + 1) % shares.size()) {
            Share share = shares.get(turn);
            if (share.active < share.limit() && !share.ready.isEmpty() && !share.pollThread.isLapsed(nowNanos)) {
                next.add(share.ready.removeFirst());
                share.active++;
                share.pollThread.jobBegan();
                running++;
                passed = 0;
            } else {
                passed++;
            }
        }
        return next;
    }
}
