package dev.assay.worker.intake;

import dev.assay.schemas.settlement.OffsetRange;
import dev.assay.schemas.settlement.Settlement;
import dev.assay.schemas.settlement.Starts;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * How far one partition is worked off, kept as what is left: the offsets seen and not finished. Everything else below
 * the position is finished, so offsets that a poll skips (transaction markers, aborted or deleted records) are done
 * without being counted, and the settlement is what lies between those left.
 *
 * <p>A settlement is proposed by {@link #next} and becomes true by {@link #adopt} only once it is committed: until
 * then the jobs in it stay unfinished here, and an aborted transaction changes nothing.
 */
final class PartitionTracker {
    /**
     * Bounds that keep the encoded settlement under {@link Settlement#MAX_ENCODED_LENGTH} whatever the order of
     * finishing: at most 513 runs of at most 65,536 offsets together, and 256 start marks.
     */
    static final int MAX_UNFINISHED = 512;

    static final int MAX_MARKS = 256;
    static final int MAX_SPAN = 65_536;

    private final NavigableSet<Long> unfinished = new TreeSet<>();
    /** Starts of unfinished offsets, those that an earlier worker left and those of deliveries in hand. */
    private final TreeMap<Long, Starts> marks = new TreeMap<>();
    /** What the mark of each delivery in hand was before it, to be restored when it is put back. */
    private final TreeMap<Long, Starts> before = new TreeMap<>();
    /** Finished ranges at or beyond the position, as the previous owner left them. */
    private final List<OffsetRange> ahead;

    private long position;
    private long changes;

    /** Goes on where the settlement stands; its low-water mark is the first offset to be fetched. */
    PartitionTracker(Settlement settlement) {
        position = settlement.lowWater();
        ahead = new ArrayList<>(settlement.finished());
        marks.putAll(settlement.started());
    }

    /** Takes note that no record below the offset will come any more. */
    void skipTo(long offset) {
        if (offset <= position) {
            return;
        }
        changes++;
        marks.subMap(position, offset).clear();
        ahead.removeIf(range -> range.to() <= offset);
        position = offset;
    }

    /**
     * Takes note of a record.
     *
     * @return whether it is to be worked; false when an earlier owner finished it, or when it was seen before
     */
    boolean fetched(long offset) {
        if (offset < position) {
            return false;
        }
        skipTo(offset);
        if (!ahead.isEmpty() && ahead.getFirst().from() <= offset) {
            skipTo(offset + 1);
            return false;
        }
        unfinished.add(offset);
        position = offset + 1;
        return true;
    }

    /** The starts charged to a job so far by workers that did not live to settle it. */
    Starts history(long offset) {
        return marks.getOrDefault(offset, Starts.NONE);
    }

    /** Whether an earlier worker, or this one, started the job. */
    boolean isMarked(long offset) {
        return marks.containsKey(offset);
    }

    /** Whether a job may be started that is not marked yet. */
    boolean hasRoomForMark() {
        return marks.size() < MAX_MARKS;
    }

    void started(long offset, Starts starts) {
        requireUnfinished(offset);
        if (before.putIfAbsent(offset, history(offset)) != null) {
            throw new IllegalStateException("offset " + offset + " is in hand already");
        }
        marks.put(offset, starts);
        changes++;
    }

    /** Takes a delivery back whose handling ended without an outcome, in peace: its start is not charged. */
    void putBack(long offset) {
        Starts was = before.remove(offset);
        if (was == null) {
            throw new IllegalStateException("offset " + offset + " is not in hand");
        }
        changes++;
        if (was.equals(Starts.NONE)) {
            marks.remove(offset);
        } else {
            marks.put(offset, was);
        }
    }

    /** How the partition stands. */
    Settlement current() {
        return next(Set.of());
    }

    /** How the partition will stand when the offsets given are finished too. */
    Settlement next(Set<Long> finished) {
        List<OffsetRange> ranges = new ArrayList<>();
        long lowWater = -1;
        long cursor = -1;
        for (long offset : unfinished) {
            if (finished.contains(offset)) {
                continue;
            }
            if (lowWater < 0) {
                lowWater = offset;
            } else if (offset > cursor) {
                ranges.add(new OffsetRange(cursor, offset));
            }
            cursor = offset + 1;
        }
        if (lowWater < 0) {
            lowWater = position;
        } else if (cursor < position) {
            ranges.add(new OffsetRange(cursor, position));
        }
        for (OffsetRange range : ahead) {
            long from = Math.max(range.from(), position);
            if (from == lowWater) {
                lowWater = range.to();
            } else if (!ranges.isEmpty() && ranges.getLast().to() == from) {
                ranges.add(new OffsetRange(ranges.removeLast().from(), range.to()));
            } else {
                ranges.add(new OffsetRange(from, range.to()));
            }
        }
        TreeMap<Long, Starts> started = new TreeMap<>(marks.tailMap(lowWater));
        started.keySet().removeAll(finished);
        return new Settlement(lowWater, ranges, started);
    }

    /** Makes finished what a committed transaction settled. */
    void adopt(Collection<Long> finished) {
        for (long offset : finished) {
            requireUnfinished(offset);
            unfinished.remove(offset);
            marks.remove(offset);
            before.remove(offset);
        }
        changes++;
    }

    /** Grows whenever {@link #current} may have changed, so that it need not be made to be compared. */
    long changes() {
        return changes;
    }

    /** Whether so many further records may be fetched. */
    boolean hasRoomFor(int records) {
        long span = unfinished.isEmpty() ? 0 : position - unfinished.first();
        return unfinished.size() + records <= MAX_UNFINISHED && span + records <= MAX_SPAN;
    }

    /** How many offsets were seen and are not finished. */
    int unfinished() {
        return unfinished.size();
    }

    /** The next offset to come. */
    long position() {
        return position;
    }

    boolean isInHand(long offset) {
        return before.containsKey(offset);
    }

    int inHand() {
        return before.size();
    }

    private void requireUnfinished(long offset) {
        if (!unfinished.contains(offset)) {
            throw new IllegalStateException("offset " + offset + " is not unfinished");
        }
    }
}
