package dev.assay.cli.read;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Which jobs of a run a topic holds a record of, and a note on each one's last word. Ordinals are dense from 0, so a
 * million jobs take about a megabyte; only replayed jobs and those that are there twice take more.
 */
public final class OrdinalLedger {
    private static final int KEPT = 1000;
    private static final int LARGEST = Integer.MAX_VALUE - 8;

    private final BitSet first = new BitSet();
    private final Map<Integer, BitSet> replays = new HashMap<>();
    private final List<String> doubled = new ArrayList<>();
    private byte[] notes = new byte[0];
    private long doubledCount;

    /**
     * Takes one record.
     *
     * @param ordinal the job's ordinal
     * @param note a value from 0 to 126, kept if no higher generation of the job is there
     * @return false when a record of that job and generation was there already; its note is not kept
     */
    public boolean add(long ordinal, int generation, String jobId, int note) {
        if (ordinal < 0 || ordinal > LARGEST || generation < 0) {
            throw new IllegalArgumentException("job " + jobId + ": ordinal " + ordinal + ", generation " + generation
                    + " (expected: 0 <= ordinal <= " + LARGEST + ", generation >= 0)");
        }
        int place = (int) ordinal;
        boolean isNew;
        if (generation == 0) {
            isNew = !first.get(place);
            first.set(place);
        } else {
            BitSet generations = replays.computeIfAbsent(place, unused -> new BitSet());
            isNew = !generations.get(generation);
            generations.set(generation);
        }
        if (!isNew) {
            doubledCount++;
            if (doubled.size() < KEPT) {
                doubled.add(jobId);
            }
            return false;
        }
        if (generation == generation(place)) {
            note(place, note);
        }
        return true;
    }

    public boolean has(long ordinal) {
        return ordinal >= 0 && ordinal < notes.length && notes[(int) ordinal] != 0;
    }

    /** Highest generation that is there; 0 also when none is. */
    public int generation(long ordinal) {
        BitSet generations = replays.get((int) ordinal);
        return generations == null ? 0 : generations.length() - 1;
    }

    /** The note of the highest generation; -1 when the job is not there. */
    public int note(long ordinal) {
        return has(ordinal) ? notes[(int) ordinal] - 1 : -1;
    }

    /** Jobs below that ordinal that are there. */
    public long countBelow(long ordinal) {
        long count = 0;
        int end = (int) Math.min(ordinal, notes.length);
        for (int i = 0; i < end; i++) {
            if (notes[i] != 0) {
                count++;
            }
        }
        return count;
    }

    /** One past the highest ordinal that is there. */
    public long end() {
        int end = notes.length;
        while (end > 0 && notes[end - 1] == 0) {
            end--;
        }
        return end;
    }

    /** Records beyond the first of their job and generation. */
    public long doubledCount() {
        return doubledCount;
    }

    /** Ids of the jobs they are of, the first thousand. */
    public List<String> doubled() {
        return List.copyOf(doubled);
    }

    private void note(int place, int note) {
        if (place >= notes.length) {
            notes = Arrays.copyOf(notes, (int) Math.min(LARGEST, Math.max(place + 1024L, notes.length * 3L / 2)));
        }
        notes[place] = (byte) (note + 1);
    }
}
