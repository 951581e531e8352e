package dev.assay.cli.read;

import dev.assay.schemas.Score;
import java.io.Closeable;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * The last scores of a run, in the order of its input and by job id. Memory is 14 bytes a job, and 16 more where jobs
 * have to be found whose place in the other run's input is another.
 */
public final class RunScores implements Closeable {
    private static final int FEWEST_SLOTS = 1 << 10;

    private final LatestRecords<Score> records;
    /** Places plus one by the hash of their job's id, in open addressing; empty until one is looked for. */
    private int[] slots = new int[0];

    /** What of the hash the slot does not tell, so that few records of other jobs are read. */
    private int[] tags = new int[0];

    /** Takes scores, one at a time. */
    @FunctionalInterface
    public interface Visitor {
        void visit(Score score) throws IOException;
    }

    /** @param records closed with this */
    public RunScores(LatestRecords<Score> records) {
        this.records = records;
    }

    /** Hands every job's score to the visitor: in the order of the input, then those whose place is not known. */
    public void each(Visitor visitor) throws IOException {
        for (long ordinal = 0; ordinal < records.end(); ordinal++) {
            Score score = records.get(ordinal);
            if (score != null) {
                visitor.visit(score);
            }
        }
        for (Score score : records.unplaced().values()) {
            visitor.visit(score);
        }
    }

    /**
     * The score of a job; null where there is none.
     *
     * @param likely a place at which it may stand, which is looked at first
     */
    public @Nullable Score find(String jobId, long likely) throws IOException {
        Score there = likely < 0 ? null : records.get(likely);
        if (there != null && there.getJobId().equals(jobId)) {
            return there;
        }
        Score unplaced = records.unplaced().get(jobId);
        return unplaced != null ? unplaced : indexed(jobId);
    }

    /** Records that could not be read and were passed over. */
    public long damaged() {
        return records.damaged();
    }

    @Override
    public void close() throws IOException {
        records.close();
    }

    private @Nullable Score indexed(String jobId) throws IOException {
        if (slots.length == 0) {
            fill();
        }
        long hash = Hash64.of(jobId);
        int mask = slots.length - 1;
        for (int slot = (int) hash & mask; slots[slot] != 0; slot = slot + 1 & mask) {
            if (tags[slot] == tag(hash)) {
                Score score = records.get(slots[slot] - 1L);
                if (score != null && score.getJobId().equals(jobId)) {
                    return score;
                }
            }
        }
        return null;
    }

    private void fill() throws IOException {
        int size = FEWEST_SLOTS;
        while (size < 2 * records.end()) {
            size = Math.multiplyExact(size, 2);
        }
        slots = new int[size];
        tags = new int[size];
        for (long ordinal = 0; ordinal < records.end(); ordinal++) {
            Score score = records.get(ordinal);
            if (score != null) {
                long hash = Hash64.of(score.getJobId());
                int slot = (int) hash & size - 1;
                while (slots[slot] != 0) {
                    slot = slot + 1 & size - 1;
                }
                slots[slot] = (int) ordinal + 1;
                tags[slot] = tag(hash);
            }
        }
    }

    private static int tag(long hash) {
        return (int) (hash >>> 32);
    }
}
