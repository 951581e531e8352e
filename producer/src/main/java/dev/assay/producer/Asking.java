package dev.assay.producer;

import dev.assay.budget.client.Answer;
import dev.assay.budget.client.Budgets;
import dev.assay.budget.client.Wish;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.errors.InterruptException;
import org.jspecify.annotations.Nullable;

/** A reservation that is asked for while its submit does something else. Its answer is taken once, or given up. */
final class Asking {
    private final Thread thread;
    private final CountDownLatch told = new CountDownLatch(1);
    private volatile @Nullable Answer answer;
    private volatile @Nullable RuntimeException failure;

    private Asking(Budgets budgets, Wish wish) {
        this.thread = Thread.ofVirtual().name("slots-asking").unstarted(() -> ask(budgets, wish));
    }

    static Asking begin(Budgets budgets, Wish wish) {
        Asking asking = new Asking(budgets, wish);
        asking.thread.start();
        return asking;
    }

    /** The answer; null where none came in that time. */
    @Nullable
    Answer await(Duration patience) {
        try {
            if (!told.await(patience.toNanos(), TimeUnit.NANOSECONDS)) {
                return null;
            }
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        }
        if (failure != null) {
            throw failure;
        }
        return answer;
    }

    /** Takes the wish back, and what was granted. */
    void giveUp() {
        thread.interrupt();
        boolean interrupted = false;
        while (true) {
            try {
                told.await();
                break;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (answer instanceof Answer.Granted granted) {
            granted.grant().cancel();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void ask(Budgets budgets, Wish wish) {
        try {
            answer = budgets.reserve(wish);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            failure = e;
        } finally {
            told.countDown();
        }
    }
}
