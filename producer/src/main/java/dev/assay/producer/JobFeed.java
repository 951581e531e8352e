package dev.assay.producer;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Hands the jobs of a reading out in chunks, and keeps the hash over all of them that were handed out. One job is read
 * ahead, so that the last chunk is known to be the last.
 */
final class JobFeed {
    private final JobReading reading;
    private final int chunkJobs;
    private final int chunkBytes;
    private final Deque<ValidJob> chunk = new ArrayDeque<>();
    private final PrefixHash hash = new PrefixHash();
    private @Nullable ValidJob ahead;
    private boolean started;
    private long bytes;
    private long taken;

    /**
     * @param chunkJobs jobs of a chunk at most
     * @param chunkBytes bytes of bodies of a chunk at most, one job always being allowed
     */
    JobFeed(JobReading reading, int chunkJobs, int chunkBytes) {
        this.reading = reading;
        this.chunkJobs = chunkJobs;
        this.chunkBytes = chunkBytes;
    }

    /**
     * Passes over jobs that an earlier submit enqueued.
     *
     * @return whether there were so many, and their hash is that one
     */
    boolean skip(long jobs, String prefixHash) throws BadInputException {
        for (long i = 0; i < jobs; i++) {
            ValidJob job = read();
            if (job == null) {
                return false;
            }
            hash.add(job.fingerprint());
            taken++;
        }
        return jobs == 0 || hash.hex().equals(prefixHash);
    }

    /** Jobs of the next chunk; 0 at the end. */
    int fill() throws BadInputException {
        while (chunk.size() < chunkJobs) {
            ValidJob next = peek();
            if (next == null || (!chunk.isEmpty() && bytes + next.bodyBytes() > chunkBytes)) {
                break;
            }
            chunk.addLast(next);
            bytes += next.bodyBytes();
            ahead = null;
            started = false;
        }
        peek();
        return chunk.size();
    }

    /** Takes the first jobs of the chunk that {@link #fill} made ready. */
    List<ValidJob> take(int jobs) {
        List<ValidJob> first = new ArrayList<>();
        for (int i = 0; i < jobs; i++) {
            ValidJob job = chunk.removeFirst();
            bytes -= job.bodyBytes();
            hash.add(job.fingerprint());
            first.add(job);
        }
        taken += jobs;
        return first;
    }

    /** Whether no job is left. */
    boolean isDry() {
        return chunk.isEmpty() && started && ahead == null;
    }

    /** Jobs passed over and taken. */
    long taken() {
        return taken;
    }

    /** The hash over them. */
    String hash() {
        return hash.hex();
    }

    private @Nullable ValidJob peek() throws BadInputException {
        if (!started) {
            ahead = reading.next();
            started = true;
        }
        return ahead;
    }

    private @Nullable ValidJob read() throws BadInputException {
        ValidJob job = peek();
        if (job != null) {
            ahead = null;
            started = false;
        }
        return job;
    }
}
