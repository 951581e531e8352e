package dev.assay.worker.call;

import dev.assay.runtime.Clock;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import okhttp3.Call;
import org.jspecify.annotations.Nullable;

/**
 * The limits on one call under way. One that is over cuts the call, and says which it was. Cutting closes the plain
 * socket below TLS: closing a TLS socket waits for a last message to be written, which a provider that does not read
 * can hold up for ever, and with it every other limit that the closing thread watches over.
 */
final class CallTimers {
    /** How long each phase of a call may take. */
    record Limits(Duration connect, Duration read, Duration firstToken, Duration idle, Duration total) {}

    private enum Phase {
        CONNECT("no connection within "),
        WRITE("the request could not be sent on for "),
        READ("nothing to read for "),
        FIRST_TOKEN("no content of the stream (first token) within "),
        IDLE("no further content of the stream (idle) for "),
        TOTAL("not ended within the total limit of ");

        private final String words;

        Phase(String words) {
            this.words = words;
        }
    }

    private final Limits limits;
    private final ScheduledExecutorService scheduler;
    private final Clock clock;
    private final ReentrantLock lock = new ReentrantLock();
    private final long startedAt;
    private Phase phase = Phase.CONNECT;
    private long dueAt;
    private long checkedAt;
    private @Nullable Call call;
    private @Nullable ScheduledFuture<?> check;
    private @Nullable Phase over;
    private boolean stopped;

    /** @param scheduler one thread serves all calls; what it runs never blocks */
    CallTimers(Limits limits, ScheduledExecutorService scheduler, Clock clock) {
        this.limits = limits;
        this.scheduler = scheduler;
        this.clock = clock;
        this.startedAt = clock.nanos();
    }

    /** The call begins. */
    void start(Call begun) {
        lock.lock();
        try {
            call = begun;
            checkedAt = Long.MAX_VALUE;
            enter(Phase.CONNECT, limits.connect());
        } finally {
            lock.unlock();
        }
    }

    /** There is a connection, or a further piece of the request went out on it. */
    void writes() {
        next(Phase.WRITE, limits.read());
    }

    /** Something of the response is awaited, or the next of it. */
    void reads() {
        next(Phase.READ, limits.read());
    }

    /** The first content of a stream is awaited. */
    void awaitsFirstToken() {
        next(Phase.FIRST_TOKEN, limits.firstToken());
    }

    /** Content of a stream came. */
    void hasContent() {
        next(Phase.IDLE, limits.idle());
    }

    /** The call is over one way or the other; nothing is cut any more. */
    void stop() {
        lock.lock();
        try {
            stopped = true;
            if (check != null) {
                check.cancel(false);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Says which limit cut the call; null when none did. */
    @Nullable
    SocketTimeoutException cutBy() {
        lock.lock();
        try {
            return over == null ? null : new SocketTimeoutException(over.words + text(limitOf(over)));
        } finally {
            lock.unlock();
        }
    }

    private Duration limitOf(Phase which) {
        return switch (which) {
            case CONNECT -> limits.connect();
            case WRITE, READ -> limits.read();
            case FIRST_TOKEN -> limits.firstToken();
            case IDLE -> limits.idle();
            case TOTAL -> limits.total();
        };
    }

    private void next(Phase entered, Duration limit) {
        lock.lock();
        try {
            if (call != null && !stopped && over == null) {
                enter(entered, limit);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Asks to be woken anew only when the limit ends before the next waking, not with every piece read. */
    private void enter(Phase entered, Duration limit) {
        phase = entered;
        dueAt = clock.nanos() - startedAt + limit.toNanos();
        if (endsAt() < checkedAt) {
            checkAgain();
        }
    }

    private long endsAt() {
        return Math.min(dueAt, limits.total().toNanos());
    }

    private void checkAgain() {
        if (check != null) {
            check.cancel(false);
        }
        checkedAt = endsAt();
        long left = checkedAt - (clock.nanos() - startedAt);
        check = scheduler.schedule(this::check, Math.max(left, 0), TimeUnit.NANOSECONDS);
    }

    private void check() {
        Call cut = null;
        lock.lock();
        try {
            if (stopped || over != null) {
                return;
            }
            if (clock.nanos() - startedAt < endsAt()) {
                checkAgain();
                return;
            }
            over = dueAt <= limits.total().toNanos() ? phase : Phase.TOTAL;
            cut = call;
        } finally {
            lock.unlock();
        }
        if (cut != null) {
            cut.cancel();
        }
    }

    private static String text(Duration limit) {
        return limit.toMillis() % 1_000 == 0 ? limit.toSeconds() + " s" : limit.toMillis() + " ms";
    }
}
