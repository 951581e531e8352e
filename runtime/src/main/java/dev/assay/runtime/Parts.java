package dev.assay.runtime;

import java.util.ArrayDeque;
import java.util.Deque;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What something is made of, in the order in which it was started. It is closed the last first, and what does not close
 * in peace is said and keeps nobody else from being closed. Used by one thread.
 */
public final class Parts implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Parts.class);

    private final String whole;
    private final Deque<AutoCloseable> open = new ArrayDeque<>();

    /** @param whole what they are parts of, for the log */
    public Parts(String whole) {
        this.whole = whole;
    }

    /** Adds one, which is closed before all that are there. */
    public <T extends AutoCloseable> T add(T part) {
        open.push(part);
        return part;
    }

    @Override
    public void close() {
        while (!open.isEmpty()) {
            try {
                open.pop().close();
            } catch (Exception e) {
                LOG.atWarn().addKeyValue("of", whole).setCause(e).log("a part was not closed in peace");
            }
        }
    }
}
