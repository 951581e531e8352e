package dev.assay.producer;

/**
 * Which ids an input has used, with the line and content of each: 24 bytes an entry in open addressing, so that a
 * million jobs take 50 MB and no objects.
 *
 * <p>Ids and contents are known by 64 bits of their SHA-256. Two different ids of a run of a million share them with
 * odds of 1 to 37 million (n² / 2^65); the second is then refused as a repeated id, never dropped. To be dropped as a
 * repetition, a different job would have to share the content's 64 bits too: 1 to 10^26.
 */
final class SeenJobs {
    private static final int FIRST_CAPACITY = 1 << 12;

    /** What an id is to the input so far. */
    enum Verdict {
        /** First seen on this line. */
        NEW,
        /** Seen before with the same content. */
        REPEATED,
        /** Seen before with other content. */
        CONFLICTING
    }

    private long[] ids = new long[FIRST_CAPACITY];
    private long[] contents = new long[FIRST_CAPACITY];
    /** Line of the first use; 0 marks a free slot, since lines count from 1. */
    private long[] lines = new long[FIRST_CAPACITY];

    private int size;

    /**
     * Notes a job. A line that is noted again, in a second reading of the input, is NEW again.
     *
     * @param id 64 bits of the id's hash
     * @param content 64 bits of the job's fingerprint
     * @param line its line, from 1
     */
    Verdict see(long id, long content, long line) {
        int slot = slot(id);
        if (lines[slot] == 0) {
            if (2 * (size + 1) > ids.length) {
                grow();
                slot = slot(id);
            }
            put(slot, id, content, line);
            size++;
            return Verdict.NEW;
        }
        if (lines[slot] == line && contents[slot] == content) {
            return Verdict.NEW;
        }
        return contents[slot] == content ? Verdict.REPEATED : Verdict.CONFLICTING;
    }

    /** The line on which an id was first seen; 0 when it was not. */
    long firstLine(long id) {
        return lines[slot(id)];
    }

    /** The slot of an id, or the free one where it would go. */
    private int slot(long id) {
        int mask = ids.length - 1;
        // The id is part of a cryptographic hash already; its low bits are as good as any.
        int slot = (int) id & mask;
        while (lines[slot] != 0 && ids[slot] != id) {
            slot = slot + 1 & mask;
        }
        return slot;
    }

    private void put(int slot, long id, long content, long line) {
        ids[slot] = id;
        contents[slot] = content;
        lines[slot] = line;
    }

    private void grow() {
        long[] oldIds = ids;
        long[] oldContents = contents;
        long[] oldLines = lines;
        int capacity = Math.multiplyExact(ids.length, 2);
        ids = new long[capacity];
        contents = new long[capacity];
        lines = new long[capacity];
        for (int i = 0; i < oldIds.length; i++) {
            if (oldLines[i] != 0) {
                put(slot(oldIds[i]), oldIds[i], oldContents[i], oldLines[i]);
            }
        }
    }
}
