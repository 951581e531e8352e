package dev.assay.worker;

import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Takes the failure of a part that is started before anybody can be told of it, and tells the first one then. */
final class Failing implements Consumer<Throwable> {
    private final ReentrantLock lock = new ReentrantLock();
    private @Nullable Throwable first;
    private @Nullable Consumer<Throwable> listener;

    @Override
    public void accept(Throwable cause) {
        Consumer<Throwable> told;
        lock.lock();
        try {
            first = first == null ? cause : first;
            told = listener;
        } finally {
            lock.unlock();
        }
        if (told != null) {
            told.accept(cause);
        }
    }

    /** Tells somebody from now on, and at once what failed before. */
    void tell(Consumer<Throwable> whom) {
        Throwable before;
        lock.lock();
        try {
            listener = whom;
            before = first;
        } finally {
            lock.unlock();
        }
        if (before != null) {
            whom.accept(before);
        }
    }
}
