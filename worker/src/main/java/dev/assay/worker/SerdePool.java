package dev.assay.worker;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A few serializers or deserializers for many virtual threads: an instance is for one thread at a time, and one each
 * would learn the schemas anew with every job.
 *
 * @param <S> what is shared
 */
final class SerdePool<S extends Closeable> implements AutoCloseable {
    private final List<S> all = new ArrayList<>();
    private final BlockingQueue<S> free;

    SerdePool(int size, Supplier<S> make) {
        free = new ArrayBlockingQueue<>(size);
        for (int i = 0; i < size; i++) {
            S made = make.get();
            all.add(made);
            free.add(made);
        }
    }

    /** Uses one, waiting for it as long as other threads use all; an interrupt is kept for later. */
    <T extends @Nullable Object> T use(Function<S, T> use) {
        boolean interrupted = false;
        S taken = null;
        try {
            while (taken == null) {
                try {
                    taken = free.take();
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
            return use.apply(taken);
        } finally {
            if (taken != null) {
                free.add(taken);
            }
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Override
    public void close() {
        for (S one : all) {
            try {
                one.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
