package dev.assay.schemas.settlement;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * How far one partition of a lane is worked off: everything below the low-water mark is finished, and beyond it the
 * ranges listed. It travels as the group's committed offset ({@link #lowWater}) and its metadata ({@link #encode}),
 * so that a restart calls again only what was truly in flight, and any process can count unfinished jobs.
 *
 * @param lowWater the lowest offset that is not finished; the committed offset
 * @param finished finished offsets beyond the low-water mark: ascending, apart from each other, none touching it
 * @param started jobs started and not finished, by offset
 */
public record Settlement(long lowWater, List<OffsetRange> finished, NavigableMap<Long, Starts> started) {
    /** Kafka's default {@code offset.metadata.max.bytes}; longer metadata would be refused by the broker. */
    public static final int MAX_ENCODED_LENGTH = 4096;

    private static final String MARK = "a1:";

    public Settlement {
        finished = List.copyOf(finished);
        started = Collections.unmodifiableNavigableMap(new TreeMap<>(started));
        long end = lowWater;
        for (OffsetRange range : finished) {
            if (range.from() <= end) {
                throw new IllegalArgumentException("finished range " + range + " is not beyond offset " + end);
            }
            end = range.to();
        }
        if (!started.isEmpty() && started.firstKey() < lowWater) {
            throw new IllegalArgumentException(
                    "started offset " + started.firstKey() + " is below the low-water mark " + lowWater);
        }
    }

    /** A partition of which nothing beyond the mark is known. */
    public static Settlement at(long lowWater) {
        return new Settlement(lowWater, List.of(), Collections.emptyNavigableMap());
    }

    /**
     * Reads what {@link #encode} wrote.
     *
     * @param lowWater the committed offset
     * @param metadata the committed metadata; empty (as an offset reset by a tool leaves it) means nothing more is known
     * @throws IllegalArgumentException when the metadata is not of this codec or is damaged
     */
    public static Settlement decode(long lowWater, String metadata) {
        if (metadata.isEmpty()) {
            return at(lowWater);
        }
        if (!metadata.startsWith(MARK)) {
            throw new IllegalArgumentException("commit metadata '" + shortened(metadata)
                    + "' was not written by an Assay worker (expected: it starts with " + MARK + ")");
        }
        try {
            Varints in = new Varints(Base64.getDecoder().decode(metadata.substring(MARK.length())));
            List<OffsetRange> finished = new ArrayList<>();
            long end = lowWater;
            for (long n = in.read(); n > 0; n--) {
                long from = Math.addExact(end, in.read());
                end = Math.addExact(from, in.read());
                finished.add(new OffsetRange(from, end));
            }
            NavigableMap<Long, Starts> started = new TreeMap<>();
            long offset = lowWater;
            for (long n = in.read(); n > 0; n--) {
                offset = Math.addExact(offset, in.read());
                started.put(offset, new Starts(Math.toIntExact(in.read()), Math.toIntExact(in.read())));
            }
            in.requireEnd();
            return new Settlement(lowWater, finished, started);
        } catch (IllegalArgumentException | ArithmeticException e) {
            throw new IllegalArgumentException("commit metadata '" + shortened(metadata) + "' is damaged", e);
        }
    }

    /** The commit metadata: run lengths and start counts as varints, in Base64. */
    public String encode() {
        if (finished.isEmpty() && started.isEmpty()) {
            return "";
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Varints.write(out, finished.size());
        long end = lowWater;
        for (OffsetRange range : finished) {
            Varints.write(out, range.from() - end);
            Varints.write(out, range.count());
            end = range.to();
        }
        Varints.write(out, started.size());
        long offset = lowWater;
        for (Map.Entry<Long, Starts> mark : started.entrySet()) {
            Varints.write(out, mark.getKey() - offset);
            Varints.write(out, mark.getValue().crowded());
            Varints.write(out, mark.getValue().alone());
            offset = mark.getKey();
        }
        return MARK + Base64.getEncoder().withoutPadding().encodeToString(out.toByteArray());
    }

    public boolean isFinished(long offset) {
        if (offset < lowWater) {
            return true;
        }
        int low = 0;
        int high = finished.size() - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            OffsetRange range = finished.get(middle);
            if (offset < range.from()) {
                high = middle - 1;
            } else if (offset >= range.to()) {
                low = middle + 1;
            } else {
                return true;
            }
        }
        return false;
    }

    /** How many offsets beyond the low-water mark are finished. */
    public long finishedCount() {
        long count = 0;
        for (OffsetRange range : finished) {
            count += range.count();
        }
        return count;
    }

    private static String shortened(String text) {
        return text.length() <= 40 ? text : text.substring(0, 40) + "...";
    }
}
