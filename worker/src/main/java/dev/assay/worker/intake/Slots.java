package dev.assay.worker.intake;

import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Room for deliveries in hand, shared by all lanes of a worker. A slot is held from before a job's start mark until
 * its outcome is committed, so that no more jobs than there are slots can be called again after a crash.
 */
public final class Slots {
    private final int total;
    private final ReentrantLock lock = new ReentrantLock();
    /** Who waits for the worker to be empty; while somebody does, nobody else starts anything. */
    private final Set<Object> wantAlone = new HashSet<>();

    private int taken;
    private boolean alone;

    public Slots(int total) {
        if (total < 1) {
            throw new IllegalArgumentException("inFlight: " + total + " (expected: >= 1)");
        }
        this.total = total;
    }

    /** One delivery's room; it is released once. */
    final class Slot {
        private boolean released;

        void release() {
            lock.lock();
            try {
                if (released) {
                    throw new IllegalStateException("slot released twice");
                }
                released = true;
                taken--;
                alone = false;
            } finally {
                lock.unlock();
            }
        }
    }

    /** A slot beside others; null when there is none, or when a job runs alone or waits to. */
    @Nullable
    Slot tryTake() {
        lock.lock();
        try {
            if (alone || !wantAlone.isEmpty() || taken >= total) {
                return null;
            }
            taken++;
            return new Slot();
        } finally {
            lock.unlock();
        }
    }

    /** The whole worker for one job; null while it is not empty, and then nobody else starts until it is. */
    @Nullable
    Slot tryTakeAlone(Object owner) {
        lock.lock();
        try {
            wantAlone.add(owner);
            if (taken > 0) {
                return null;
            }
            wantAlone.remove(owner);
            taken = 1;
            alone = true;
            return new Slot();
        } finally {
            lock.unlock();
        }
    }

    /** Takes back the wish to run something alone. */
    void withdraw(Object owner) {
        lock.lock();
        try {
            wantAlone.remove(owner);
        } finally {
            lock.unlock();
        }
    }

    public int taken() {
        lock.lock();
        try {
            return taken;
        } finally {
            lock.unlock();
        }
    }

    public int total() {
        return total;
    }
}
