package dev.assay.scorer.report;

import dev.assay.schemas.FailureKind;
import dev.assay.schemas.Score;
import dev.assay.schemas.ScorePart;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the jobs worth looking at: wrong answers, jobs without an answer and dead letters, taken from every group of
 * them by turns so that the most frequent trouble does not hide the rest. The choice depends on the jobs and not on
 * their order. Within a group the lowest value comes first and equal ones are mixed, because the first jobs of an input
 * are often alike.
 */
final class Selection {
    static final int SHOWN = 50;
    private static final int GROUPS = 60;
    /** Wrong answers are what people look for first: they get this many places a turn. */
    private static final int MISSED_A_TURN = 4;

    private static final Comparator<Score> WORST_FIRST = Comparator.comparingDouble(Selection::valueOf)
            .thenComparingLong(score -> mixed(score.getOrdinal()))
            .thenComparing(Score::getJobId);

    private final FirstInOrder<Group, Candidates> groups = new FirstInOrder<>(GROUPS);
    private final Map<FailureKind, Score> examples = new EnumMap<>(FailureKind.class);

    /** Jobs that went wrong in the same way. */
    record Group(Band band, String cause) implements Comparable<Group> {
        @Override
        public int compareTo(Group other) {
            int byBand = band.compareTo(other.band);
            return byBand != 0 ? byBand : cause.compareTo(other.cause);
        }
    }

    /** A group's jobs that are shown, worst first, of so many. */
    record Chosen(Group group, List<Score> shown, long of) {}

    private static final class Candidates {
        private final TreeSet<Score> worst = new TreeSet<>(WORST_FIRST);
        private long count;

        void add(Score score) {
            count++;
            worst.add(score);
            if (worst.size() > SHOWN) {
                worst.pollLast();
            }
        }
    }

    void add(Score score) {
        FailureKind kind = score.getFailureKind();
        if (kind != null) {
            examples.merge(kind, score, (a, b) -> WORST_FIRST.compare(a, b) <= 0 ? a : b);
        }
        Band band = Band.of(score);
        String cause = cause(band, score);
        if (cause != null) {
            Candidates candidates = groups.at(new Group(band, SafeText.beginning(cause, 200)), Candidates::new);
            if (candidates != null) {
                candidates.add(score);
            }
        }
    }

    /** What puts a job into its group; null for a job that is not worth looking at. */
    private static @Nullable String cause(Band band, Score score) {
        return switch (band) {
            case PASSED -> null;
            case MISSED -> missed(score);
            case UNSCORED -> "no_expectation".equals(score.getUnscoredReason()) ? null : score.getUnscoredReason();
            case TRUNCATED, FILTERED, REFUSED, EMPTY -> "";
            case EXPIRED, CANCELLED, DEAD_LETTERED -> kind(score);
        };
    }

    private static String missed(Score score) {
        for (ScorePart part : score.getParts()) {
            if (!Boolean.TRUE.equals(part.getPassed())) {
                return part.getScorer() + (part.getLabel() == null ? ", nothing found" : "");
            }
        }
        return "";
    }

    private static String kind(Score score) {
        FailureKind kind = score.getFailureKind();
        return kind == null ? "" : kind.name();
    }

    /** The jobs to show, at most {@value #SHOWN}, group by group. */
    List<Chosen> chosen() {
        Map<Group, Integer> places = places();
        List<Chosen> chosen = new ArrayList<>();
        groups.kept().forEach((group, candidates) -> {
            int shown = places.getOrDefault(group, 0);
            if (shown > 0) {
                chosen.add(
                        new Chosen(group, candidates.worst.stream().limit(shown).toList(), candidates.count));
            }
        });
        return chosen;
    }

    private Map<Group, Integer> places() {
        Map<Group, Integer> places = new TreeMap<>();
        int left = SHOWN;
        boolean isGiving = true;
        while (left > 0 && isGiving) {
            isGiving = false;
            for (Map.Entry<Group, Candidates> entry : groups.kept().entrySet()) {
                int has = places.getOrDefault(entry.getKey(), 0);
                int turn = entry.getKey().band() == Band.MISSED ? MISSED_A_TURN : 1;
                int more = Math.min(Math.min(turn, left), entry.getValue().worst.size() - has);
                if (more > 0) {
                    places.put(entry.getKey(), has + more);
                    left -= more;
                    isGiving = true;
                }
            }
        }
        return places;
    }

    /** One job of each kind of failure, for its message. */
    Map<FailureKind, Score> examples() {
        return examples;
    }

    /** The scores of all jobs that are shown or quoted, by job. */
    Map<String, Score> jobs() {
        Map<String, Score> jobs = new TreeMap<>();
        chosen().forEach(group -> group.shown().forEach(score -> jobs.put(score.getJobId(), score)));
        examples.values().forEach(score -> jobs.put(score.getJobId(), score));
        return jobs;
    }

    private static double valueOf(Score score) {
        Double value = score.getValue();
        return value == null ? 0 : value;
    }

    /** A fixed shuffle of the ordinals (the finalizer of SplitMix64). */
    private static long mixed(long ordinal) {
        long z = ordinal + 0x9E3779B97F4A7C15L;
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }
}
