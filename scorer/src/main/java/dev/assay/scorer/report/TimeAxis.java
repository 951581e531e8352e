package dev.assay.scorer.report;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.NavigableMap;

/**
 * Lays counts out over a line of time: as many columns as can be told apart, long idle stretches cut out. A replay days
 * after a run would otherwise squeeze the run into one column; an outage in the middle of a run stays, because it is
 * not long against the rest.
 *
 * @param widthMillis time that a column stands for
 * @param stretches the busy stretches, in order
 */
record TimeAxis(long widthMillis, List<Stretch> stretches) {
    private static final int MOST_COLUMNS = 120;
    private static final int LEAST_COLUMNS = 24;
    /** With fewer jobs to a column, columns are a comb of ones and noughts. */
    private static final int JOBS_A_COLUMN = 8;

    private static final int CUTS = 3;
    /** Buckets; a shorter gap is never cut out. */
    private static final int LEAST_CUT = 10;

    private static final int LONG_AGAINST_REST = 3;
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
     * @param columns the jobs of each column
     */
    record Stretch(long first, List<BandCounts> columns) {
        long end() {
            return first + columns.size();
        }
    }

    /** First and last bucket of a stretch. */
    private record Span(long first, long last) {
        long columns(long factor) {
            return Math.floorDiv(last, factor) - Math.floorDiv(first, factor) + 1;
        }
    }

    /** Lays them out; at least one bucket must be in use. */
    static TimeAxis of(TimeBuckets buckets) {
        List<Span> spans = spans(buckets.counts());
        long jobs =
                buckets.counts().values().stream().mapToLong(BandCounts::sum).sum();
        long most = Math.clamp(jobs / JOBS_A_COLUMN, LEAST_COLUMNS, MOST_COLUMNS);
        long factor = factor(spans, buckets.widthMillis(), most);
        List<Stretch> stretches = new ArrayList<>();
        for (Span span : spans) {
            stretches.add(stretch(buckets.counts(), span, factor));
        }
        return new TimeAxis(factor * buckets.widthMillis(), stretches);
    }

    int columns() {
        return stretches.stream().mapToInt(stretch -> stretch.columns().size()).sum();
    }

    /** How many buckets make a column: a round width if there is one, so that the ticks are round too. */
    private static long factor(List<Span> spans, long bucketMillis, long most) {
        for (long width : WIDTHS) {
            if (width % bucketMillis == 0 && columns(spans, width / bucketMillis) <= most) {
                return width / bucketMillis;
            }
        }
        long factor = 1;
        while (columns(spans, factor) > most) {
            factor *= 2;
        }
        return factor;
    }

    private static long columns(List<Span> spans, long factor) {
        return spans.stream().mapToLong(span -> span.columns(factor)).sum();
    }

    private static List<Span> spans(NavigableMap<Long, BandCounts> counts) {
        long shortest = shortestCut(counts);
        List<Span> spans = new ArrayList<>();
        long first = counts.firstKey();
        long last = first;
        for (long index : counts.keySet()) {
            if (index - last - 1 >= shortest) {
                spans.add(new Span(first, last));
                first = index;
            }
            last = index;
        }
        spans.add(new Span(first, last));
        return spans;
    }

    /** The length from which a gap is cut out: the longest gaps are, while each is long against all the rest. */
    private static long shortestCut(NavigableMap<Long, BandCounts> counts) {
        long rest = counts.lastKey() - counts.firstKey() + 1;
        List<Long> gaps = new ArrayList<>();
        long last = counts.firstKey();
        for (long index : counts.keySet()) {
            gaps.add(index - last - 1);
            last = index;
        }
        gaps.sort(Comparator.reverseOrder());
        long shortest = Long.MAX_VALUE;
        for (long gap : gaps.subList(0, Math.min(CUTS, gaps.size()))) {
            rest -= gap;
            if (gap <= LEAST_CUT || gap < LONG_AGAINST_REST * rest) {
                break;
            }
            shortest = gap;
        }
        return shortest;
    }

    private static Stretch stretch(NavigableMap<Long, BandCounts> counts, Span span, long factor) {
        long first = Math.floorDiv(span.first(), factor);
        List<BandCounts> columns = new ArrayList<>();
        for (long column = 0; column < span.columns(factor); column++) {
            columns.add(new BandCounts());
        }
        counts.subMap(span.first(), true, span.last(), true)
                .forEach((index, bands) -> columns.get(Math.toIntExact(Math.floorDiv(index, factor) - first))
                        .merge(bands));
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
