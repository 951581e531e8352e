package dev.assay.cli.read;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Which jobs of a run a topic holds a record of, and a note on each one's last word. Ordinals are dense from 0, so a
 * million jobs take about a megabyte; only replayed jobs, those that are there twice, and those whose record could not
 * be read and so tells no ordinal take more.
 */
final class OrdinalLedger {
    /** Ordinal of a record that knows its job's id and no more. */
    static final long UNKNOWN = -1;

    /** Jobs of a run at most. A place beyond is damage, and would only cost the memory of all before it. */
    static final int MOST_JOBS = 20_000_000;

    private static final int KEPT = 1000;
    private static final int LARGEST = Integer.MAX_VALUE - 8;

    private final BitSet first = new BitSet();
    private final Map<Integer, BitSet> replays = new HashMap<>();
    private final Map<String, Integer> replayed = new HashMap<>();
    private final Map<String, Integer> unplaced = new HashMap<>();
    private final Map<String, BitSet> unplacedGenerations = new HashMap<>();
    private final List<String> doubled = new ArrayList<>();
    private byte[] notes = new byte[0];
    private long doubledCount;

    /**
     * Takes one record.
     *
     * @param ordinal the job's ordinal, or {@link #UNKNOWN}
     * @param note a value from 0 to 126, kept if no higher generation of the job is there
     * @return false when a record of that job and generation was there already; its note is not kept
     */
    boolean add(long ordinal, int generation, String jobId, int note) {
        if (ordinal < UNKNOWN || ordinal > LARGEST || generation < 0) {
            throw new IllegalArgumentException("job " + jobId + ": ordinal " + ordinal + ", generation " + generation
                    + " (expected: -1 <= ordinal <= " + LARGEST + ", generation >= 0)");
        }
        boolean isNew = ordinal == UNKNOWN ? note(jobId, generation, note) : place((int) ordinal, generation, note);
        if (ordinal != UNKNOWN && generation > 0) {
            // Bytes that were no job may have been mended: then what only its id was known of is this job.
            replayed.put(jobId, (int) ordinal);
            unplaced.remove(jobId);
        }
        if (!isNew) {
            doubledCount++;
            if (doubled.size() < KEPT) {
                doubled.add(jobId);
            }
        }
        return isNew;
    }

    /** Whether a record may say so of its job; one that does not is no record of any job. */
    static boolean isPlace(long ordinal, int generation) {
        return ordinal >= UNKNOWN && ordinal < MOST_JOBS && generation >= 0 && generation <= Short.MAX_VALUE;
    }

    boolean has(long ordinal) {
        return ordinal >= 0 && ordinal < notes.length && notes[(int) ordinal] != 0;
    }

    /** Whether the job's first generation is there. */
    boolean hasFirst(long ordinal) {
        return ordinal >= 0 && ordinal <= LARGEST && first.get((int) ordinal);
    }

    /** Highest generation that is there; 0 also when none is. */
    int generation(long ordinal) {
        BitSet generations = replays.get((int) ordinal);
        return generations == null ? 0 : generations.length() - 1;
    }

    /** Whether any job is there in a generation after its first. */
    boolean hasReplays() {
        return !replays.isEmpty()
                || unplacedGenerations.values().stream().anyMatch(generations -> generations.length() > 1);
    }

    /** The ordinal of a job that is there in a generation after its first; {@link #UNKNOWN} where it is not. */
    long replayed(String jobId) {
        return replayed.getOrDefault(jobId, (int) UNKNOWN);
    }

    /** The note of the highest generation; -1 when the job is not there. */
    int note(long ordinal) {
        return has(ordinal) ? notes[(int) ordinal] - 1 : -1;
    }

    /** Jobs of which only the id is known, with their notes. */
    Map<String, Integer> unplaced() {
        return unplaced;
    }

    /** One past the highest ordinal that is there. */
    long end() {
        int end = notes.length;
        while (end > 0 && notes[end - 1] == 0) {
            end--;
        }
        return end;
    }

    /** Records beyond the first of their job and generation. */
    long doubledCount() {
        return doubledCount;
    }

    /** Ids of the jobs they are of, the first thousand. */
    List<String> doubled() {
        return List.copyOf(doubled);
    }

    private boolean note(String jobId, int generation, int note) {
        BitSet generations = unplacedGenerations.computeIfAbsent(jobId, unused -> new BitSet());
        boolean isNew = !generations.get(generation);
        generations.set(generation);
        if (isNew && generation == generations.length() - 1 && !replayed.containsKey(jobId)) {
            unplaced.put(jobId, note);
        }
        return isNew;
    }

    private boolean place(int place, int generation, int note) {
        boolean isNew;
        if (generation == 0) {
            isNew = !first.get(place);
            first.set(place);
        } else {
            BitSet generations = replays.computeIfAbsent(place, unused -> new BitSet());
            isNew = !generations.get(generation);
            generations.set(generation);
        }
        if (isNew && generation == generation(place)) {
            if (place >= notes.length) {
                notes = Arrays.copyOf(notes, (int) Math.min(LARGEST, Math.max(place + 1024L, notes.length * 3L / 2)));
            }
            notes[place] = (byte) (note + 1);
        }
        return isNew;
    }
}
