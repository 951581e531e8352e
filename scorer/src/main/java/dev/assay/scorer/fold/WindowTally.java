package dev.assay.scorer.fold;

import dev.assay.schemas.FailureKind;
import dev.assay.schemas.FallbackWindow;
import dev.assay.schemas.JobStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * How many jobs were answered in one window of time, and how many of them by a fallback and why, by lane and by the
 * model that was to answer. A job is in the window of its result's record. As in {@link RunTally}, order changes
 * nothing and a job can be taken back; of very many lanes and models the last in order are put together.
 */
public final class WindowTally {
    /** How long a window is. */
    public static final Duration LENGTH = Duration.ofMinutes(1);

    static final int KEPT = 100;
    private static final int VERSION = 1;
    private static final Asked OTHER = new Asked(BoundedCounts.OTHER, BoundedCounts.OTHER);

    /** Who was to answer. */
    private record Asked(String lane, String model) implements Comparable<Asked> {
        private static final Comparator<Asked> ORDER =
                Comparator.comparing(Asked::lane).thenComparing(Asked::model);

        @Override
        public int compareTo(Asked other) {
            return ORDER.compare(this, other);
        }
    }

    private static final class Answers {
        long answered;
        final EnumCounts<FailureKind> fallbacks = new EnumCounts<>(FailureKind.class);

        void merge(Answers more) {
            answered += more.answered;
            fallbacks.merge(more.fallbacks);
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Answers that && answered == that.answered && fallbacks.equals(that.fallbacks);
        }

        @Override
        public int hashCode() {
            return Long.hashCode(answered);
        }
    }

    private final TreeMap<Asked, Answers> answers = new TreeMap<>();
    private final Answers other = new Answers();

    /** The start of the window that a time is in, epoch ms. */
    public static long startOf(long millis) {
        return millis - Math.floorMod(millis, LENGTH.toMillis());
    }

    /** Whether a job is in any window: it was answered, and by a scorer that knew of them. */
    public static boolean counts(Counted counted) {
        return counted.traits() != null
                && (counted.status() == JobStatus.SUCCEEDED || counted.status() == JobStatus.FALLBACK);
    }

    /** Counts a job that {@link #counts}. */
    public void add(Counted counted) {
        count(counted, 1);
    }

    public void subtract(Counted counted) {
        count(counted, -1);
    }

    private void count(Counted counted, long times) {
        Traits traits = counted.traits();
        if (traits == null || !counts(counted)) {
            return;
        }
        Asked asked = new Asked(traits.lane(), traits.firstChoice());
        Answers counts = at(asked);
        counts.answered += times;
        if (counted.fallbackReason() != null) {
            counts.fallbacks.add(counted.fallbackReason(), times);
        }
        if (counts.answered == 0 && other.answered == 0 && answers.size() < KEPT) {
            answers.remove(asked);
        }
    }

    public void merge(WindowTally more) {
        more.answers.forEach((asked, counts) -> at(asked).merge(counts));
        other.merge(more.other);
    }

    private Answers at(Asked asked) {
        Answers known = answers.get(asked);
        if (known != null) {
            return known;
        }
        if (answers.size() >= KEPT) {
            if (asked.compareTo(answers.lastKey()) > 0) {
                return other;
            }
            other.merge(answers.pollLastEntry().getValue());
        }
        Answers unseen = new Answers();
        answers.put(asked, unseen);
        return unseen;
    }

    /** One record for each lane and model in which something was answered, in order. */
    public List<FallbackWindow> records(long start) {
        TreeMap<Asked, Answers> all = new TreeMap<>(answers);
        if (other.answered != 0) {
            Answers rest = new Answers();
            rest.merge(other);
            Answers named = all.put(OTHER, rest);
            if (named != null) {
                rest.merge(named);
            }
        }
        List<FallbackWindow> records = new ArrayList<>();
        all.forEach((asked, counts) -> {
            if (counts.answered != 0) {
                records.add(new FallbackWindow(
                        asked.lane(),
                        asked.model(),
                        Instant.ofEpochMilli(start),
                        LENGTH.toMillis(),
                        counts.answered,
                        counts.fallbacks.byName()));
            }
        });
        return records;
    }

    public void write(StateOutput out) {
        out.number(VERSION);
        out.number(answers.size());
        answers.forEach((asked, counts) -> {
            out.text(asked.lane());
            out.text(asked.model());
            write(out, counts);
        });
        write(out, other);
    }

    public static WindowTally read(StateInput in) {
        in.version(VERSION);
        WindowTally tally = new WindowTally();
        for (int left = in.smallNumber(); left > 0; left--) {
            tally.answers.put(new Asked(in.text(), in.text()), readAnswers(in));
        }
        tally.other.merge(readAnswers(in));
        return tally;
    }

    private static void write(StateOutput out, Answers counts) {
        out.number(counts.answered);
        Map<String, Long> fallbacks = counts.fallbacks.byName();
        out.number(fallbacks.size());
        fallbacks.forEach((reason, count) -> {
            out.text(reason);
            out.number(count);
        });
    }

    private static Answers readAnswers(StateInput in) {
        Answers counts = new Answers();
        counts.answered = in.number();
        for (int left = in.smallNumber(); left > 0; left--) {
            counts.fallbacks.add(FailureKind.valueOf(in.text()), in.number());
        }
        return counts;
    }

    @Override
    public boolean equals(@Nullable Object that) {
        return that instanceof WindowTally same && records(0).equals(same.records(0));
    }

    @Override
    public int hashCode() {
        return answers.hashCode();
    }
}
