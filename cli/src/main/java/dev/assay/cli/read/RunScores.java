package dev.assay.cli.read;

import dev.assay.schemas.Reducer;
import dev.assay.schemas.Score;
import dev.assay.scorer.epochs.Reduction;
import dev.assay.scorer.epochs.Sample;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The last scores of a run, in the order of its input and by id. The epochs of a sample are one score here, under the
 * sample's id. Memory is 14 bytes a job, and 16 more where scores have to be found whose place in the other run's input
 * is another.
 */
public final class RunScores implements Closeable {
    private static final int FEWEST_SLOTS = 1 << 10;

    private final LatestRecords<Score> records;
    /** Places plus one by the hash of their id, in open addressing; empty until one is looked for. */
    private int[] slots = new int[0];

    /** What of the hash the slot does not tell, so that few records of other jobs are read. */
    private int[] tags = new int[0];

    /** Takes scores, one at a time. */
    @FunctionalInterface
    public interface Visitor {
        void visit(Score score) throws IOException;
    }

    /** Takes the epochs of a sample, or the one score of a job that is a sample of its own. */
    @FunctionalInterface
    public interface EpochsVisitor {
        void visit(List<Score> epochs) throws IOException;
    }

    /** @param records closed with this */
    public RunScores(LatestRecords<Score> records) {
        this.records = records;
    }

    /** Hands every score to the visitor: in the order of the input, then those whose place is not known. */
    public void each(Visitor visitor) throws IOException {
        eachSample(epochs -> visitor.visit(whole(epochs)));
    }

    /** The same with the epochs apart, which stand one behind the other in the input. */
    public void eachSample(EpochsVisitor visitor) throws IOException {
        List<Score> epochs = new ArrayList<>();
        for (long ordinal = 0; ordinal < records.end(); ordinal++) {
            Score score = records.get(ordinal);
            if (score == null) {
                continue;
            }
            if (!epochs.isEmpty() && (score.getSample() == null || !id(score).equals(id(epochs.get(0))))) {
                visitor.visit(epochs);
                epochs.clear();
            }
            epochs.add(score);
        }
        if (!epochs.isEmpty()) {
            visitor.visit(epochs);
        }
        for (Score score : records.unplaced().values()) {
            visitor.visit(List.of(score));
        }
    }

    /**
     * The score of a job or sample; null where there is none.
     *
     * @param likely a place at which it may stand, which is looked at first
     */
    public @Nullable Score find(String id, long likely) throws IOException {
        Score there = likely < 0 ? null : records.get(likely);
        if (there != null && id(there).equals(id)) {
            return whole(epochsAround(there));
        }
        Score unplaced = records.unplaced().get(id);
        return unplaced != null ? unplaced : indexed(id);
    }

    /** Records that could not be read and were passed over. */
    public long damaged() {
        return records.damaged();
    }

    @Override
    public void close() throws IOException {
        records.close();
    }

    private static Score whole(List<Score> epochs) {
        Score first = epochs.get(0);
        if (first.getSample() == null) {
            return first;
        }
        Sample sample = Reduction.of(epochs);
        return sample.score();
    }

    private static String id(Score score) {
        return score.getSample() == null ? score.getJobId() : score.getSample();
    }

    /** The epochs of the sample that the score is one of; a place between them may be empty. */
    private List<Score> epochsAround(Score score) throws IOException {
        if (score.getSample() == null) {
            return List.of(score);
        }
        List<Score> epochs = new ArrayList<>();
        long start = Math.max(0, score.getOrdinal() - score.getEpoch() + 1);
        long end = Math.min(records.end(), start + Reducer.MOST_EPOCHS);
        for (long ordinal = start; ordinal < end; ordinal++) {
            Score next = records.get(ordinal);
            boolean belongs = next != null && score.getSample().equals(next.getSample());
            if (belongs) {
                epochs.add(next);
            } else if (next != null && ordinal > score.getOrdinal()) {
                break;
            }
        }
        return epochs;
    }

    private @Nullable Score indexed(String id) throws IOException {
        if (slots.length == 0) {
            fill();
        }
        long hash = Hash64.of(id);
        int mask = slots.length - 1;
        for (int slot = (int) hash & mask; slots[slot] != 0; slot = slot + 1 & mask) {
            if (tags[slot] == tag(hash)) {
                Score score = records.get(slots[slot] - 1L);
                if (score != null && id(score).equals(id)) {
                    return whole(epochsAround(score));
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
        String last = "";
        for (long ordinal = 0; ordinal < records.end(); ordinal++) {
            Score score = records.get(ordinal);
            if (score != null && (score.getSample() == null || !id(score).equals(last))) {
                last = id(score);
                long hash = Hash64.of(last);
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
