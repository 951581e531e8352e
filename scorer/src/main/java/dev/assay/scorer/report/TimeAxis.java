package dev.assay.scorer.report;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * Lays counts out over a line of time: as many columns as can be told apart, long idle stretches cut out. A replay days
 * after a run would otherwise squeeze the run into one column; an outage in the middle of a run stays, because it is
 * not long against the rest.
 *
 * @param widthMillis time that a column stands for
 * @param stretches the busy stretches, in order
 */
record TimeAxis(long widthMillis, List<Stretch> stretches) {
    private static final int COLUMNS = 120;
    private static final int CUTS = 3;
    private static final long MINUTE = 60_000;
    private static final long HOUR = 60 * MINUTE;
    private static final long DAY = 24 * HOUR;
    private static final long[] WIDTHS = {
        100,
        200,
        500,
        1_000,
        2_000,
        5_000,
        10_000,
        15_000,
        20_000,
        30_000,
        60_000,
        120_000,
        300_000,
        600_000,
        900_000,
        1_800_000,
        3_600_000,
        7_200_000,
        10_800_000,
        21_600_000,
        43_200_000,
        86_400_000L,
        2 * 86_400_000L,
        7 * 86_400_000L,
        28 * 86_400_000L
    };

    /**
     * A stretch without long idle times.
     *
     * @param first index of its first column, in widths since 1970
     * @param columns counts by band of each column
     */
    record Stretch(long first, List<long[]> columns) {
        long end() {
            return first + columns.size();
        }
    }

    /** Lays them out; at least one bucket must be in use. */
    static TimeAxis of(TimeBuckets buckets) {
        List<long[]> busy = busy(buckets);
        long factor = factor(busy, buckets.widthMillis());
        List<Stretch> stretches = new ArrayList<>();
        for (long[] stretch : busy) {
            stretches.add(stretch(buckets.counts(), stretch, factor));
        }
        return new TimeAxis(factor * buckets.widthMillis(), stretches);
    }

    /** How many buckets make a column: a round width if there is one, so that the ticks are round too. */
    private static long factor(List<long[]> busy, long bucketMillis) {
        for (long width : WIDTHS) {
            if (width % bucketMillis == 0 && columns(busy, width / bucketMillis) <= COLUMNS) {
                return width / bucketMillis;
            }
        }
        long factor = 1;
        while (columns(busy, factor) > COLUMNS) {
            factor *= 2;
        }
        return factor;
    }

    int columns() {
        return stretches.stream().mapToInt(stretch -> stretch.columns().size()).sum();
    }

    /** First and last bucket of each busy stretch. */
    private static List<long[]> busy(TimeBuckets buckets) {
        List<long[]> busy = new ArrayList<>();
        long last = Long.MIN_VALUE;
        for (long index : buckets.counts().keySet()) {
            if (busy.isEmpty() || index > last + 1) {
                busy.add(new long[] {index, index});
            }
            busy.getLast()[1] = index;
            last = index;
        }
        joinShortGaps(busy);
        return busy;
    }

    private static void joinShortGaps(List<long[]> busy) {
        long span = busy.getLast()[1] - busy.getFirst()[0] + 1;
        List<Long> cuts = new ArrayList<>();
        List<Long> gaps = new ArrayList<>();
        for (int i = 1; i < busy.size(); i++) {
            gaps.add(busy.get(i)[0] - busy.get(i - 1)[1] - 1);
        }
        gaps.sort(Comparator.reverseOrder());
        for (long gap : gaps) {
            boolean isLong = gap > 10 && gap >= 3 * (span - gap);
            if (!isLong || cuts.size() == CUTS) {
                break;
            }
            cuts.add(gap);
            span -= gap;
        }
        long shortest = cuts.isEmpty() ? Long.MAX_VALUE : cuts.getLast();
        for (int i = busy.size() - 1; i > 0; i--) {
            if (busy.get(i)[0] - busy.get(i - 1)[1] - 1 < shortest) {
                busy.get(i - 1)[1] = busy.get(i)[1];
                busy.remove(i);
            }
        }
    }

    private static long columns(List<long[]> busy, long factor) {
        long columns = 0;
        for (long[] stretch : busy) {
            columns += Math.floorDiv(stretch[1], factor) - Math.floorDiv(stretch[0], factor) + 1;
        }
        return columns;
    }

    private static Stretch stretch(Map<Long, long[]> counts, long[] stretch, long factor) {
        long first = Math.floorDiv(stretch[0], factor);
        int size = (int) (Math.floorDiv(stretch[1], factor) - first + 1);
        List<long[]> columns = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            columns.add(new long[Band.values().length]);
        }
        new TreeMap<>(counts).subMap(stretch[0], true, stretch[1], true).forEach((index, bands) -> {
            long[] column = columns.get((int) (Math.floorDiv(index, factor) - first));
            for (int i = 0; i < bands.length; i++) {
                column[i] += bands[i];
            }
        });
        return new Stretch(first, columns);
    }

    /** Time between ticks: round, and not more than {@code most} of them. */
    long tickMillis(int most) {
        for (long width : WIDTHS) {
            if (width % widthMillis == 0 && columns() * widthMillis / width <= most) {
                return width;
            }
        }
        return widthMillis * Math.max(1, Math.ceilDiv(columns(), most));
    }

    /** When a column begins, with its date. */
    String date(long index) {
        return time(index, Math.max(HOUR, widthMillis));
    }

    /** When a column begins. */
    String time(long index) {
        return time(index, widthMillis);
    }

    /**
     * When a column begins.
     *
     * @param fineness how fine the time is to be told, in ms
     */
    String time(long index, long fineness) {
        String pattern;
        if (fineness >= DAY) {
            pattern = "d MMM uuuu";
        } else if (fineness >= HOUR) {
            pattern = "d MMM HH:mm";
        } else if (fineness >= MINUTE) {
            pattern = "HH:mm";
        } else {
            pattern = fineness >= 1_000 ? "HH:mm:ss" : "HH:mm:ss.S";
        }
        return DateTimeFormatter.ofPattern(pattern, Locale.ENGLISH)
                .withZone(ZoneOffset.UTC)
                .format(Instant.ofEpochMilli(index * widthMillis));
    }
}
