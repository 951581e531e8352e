package dev.assay.worker.call;

import dev.assay.worker.failure.BodyTooLargeException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import org.jspecify.annotations.Nullable;

/** The body of a response as it arrives: its bytes, and the answer where they are a stream of events. */
final class Reception {
    private final int maxBytes;
    private final ByteArrayOutputStream received = new ByteArrayOutputStream();
    private @Nullable StreamedAnswer stream;
    private boolean isWhole;

    /** @param maxBytes the longest body that is taken */
    Reception(int maxBytes) {
        this.maxBytes = maxBytes;
    }

    /** What arrived, byte for byte. */
    byte[] body() {
        return received.toByteArray();
    }

    /** Whether it arrived to its end, or to the end of what is worth reading. */
    boolean isWhole() {
        return isWhole;
    }

    /** The streamed answer so far; null where no stream began. */
    @Nullable
    StreamedAnswer stream() {
        return stream;
    }

    /** Whether a stream was left before its end, for what it said. */
    boolean isBrokenStream() {
        return stream != null && stream.isOver() && !stream.isDone();
    }

    /**
     * Takes it in.
     *
     * @throws IOException when it breaks off, is too long, or the thread is interrupted; what arrived stays
     */
    void take(InputStream in, boolean isStream, CallTimers timers) throws IOException {
        if (isStream) {
            stream = new StreamedAnswer();
            takeStream(in, stream, timers);
        } else {
            timers.reads();
            byte[] buffer = new byte[8_192];
            for (int n = next(in, buffer); n >= 0; n = next(in, buffer)) {
                timers.reads();
            }
        }
        isWhole = true;
    }

    /** Reads to the end of the answer, which may come before the end of the body. */
    private void takeStream(InputStream in, StreamedAnswer answer, CallTimers timers) throws IOException {
        byte[] buffer = new byte[8_192];
        for (int n = next(in, buffer); n >= 0; n = next(in, buffer)) {
            if (answer.feed(buffer, n)) {
                timers.hasContent();
            }
            if (answer.isOver()) {
                return;
            }
        }
        answer.end();
    }

    /** Reads what there is, at most a buffer; an interrupt is noticed although a fast provider lets no read wait. */
    private int next(InputStream in, byte[] buffer) throws IOException {
        if (Thread.currentThread().isInterrupted()) {
            throw new InterruptedIOException("interrupted");
        }
        int n = in.read(buffer);
        if (n > 0) {
            if (received.size() + n > maxBytes) {
                throw new BodyTooLargeException(maxBytes);
            }
            received.write(buffer, 0, n);
        }
        return n;
    }
}
