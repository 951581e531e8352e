package dev.assay.deadletters;

import dev.assay.schemas.DeadLetter;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * How many dead letters there are of each sort. Letters of all states count by state; everything else counts those in
 * the states that were asked for.
 */
public final class LetterCounts {
    private final Instant now;
    private final Map<LetterState, Long> byState = new EnumMap<>(LetterState.class);
    private final Map<Stage, Long> byStage = new EnumMap<>(Stage.class);
    private final Map<Age, Long> byAge = new EnumMap<>(Age.class);
    private final Map<Part, Map<String, Long>> byPart = new EnumMap<>(Part.class);
    private long count;
    private long damaged;
    private long bytes;
    private @Nullable Instant oldest;
    private @Nullable Instant newest;

    /** How long ago a letter was written, roughly. */
    public enum Age {
        UNDER_1_HOUR(Duration.ofHours(1)),
        UNDER_6_HOURS(Duration.ofHours(6)),
        UNDER_1_DAY(Duration.ofDays(1)),
        UNDER_7_DAYS(Duration.ofDays(7)),
        OLDER(Duration.ofSeconds(Long.MAX_VALUE));

        private final Duration limit;

        Age(Duration limit) {
            this.limit = limit;
        }

        /** Letters of that age or more are in a later one. */
        public Duration limit() {
            return limit;
        }

        static Age of(Duration age) {
            for (Age bucket : values()) {
                if (age.compareTo(bucket.limit) < 0) {
                    return bucket;
                }
            }
            return OLDER;
        }
    }

    /** By what letters count that tell it. */
    public enum Part {
        KIND,
        DISPOSITION,
        TENANT,
        MODEL,
        RUN
    }

    /** @param now the time that ages are counted to */
    public LetterCounts(Instant now) {
        this.now = now;
    }

    /** Counts so many letters by their state alone. */
    public void addStates(LetterState state, long letters) {
        if (letters > 0) {
            byState.merge(state, letters, Long::sum);
        }
    }

    /** Counts so many letters that are meant. */
    public void add(Stage stage, Age age, long letters) {
        if (letters > 0) {
            count += letters;
            byStage.merge(stage, letters, Long::sum);
            byAge.merge(age, letters, Long::sum);
        }
    }

    /** Some of them were written between these two. */
    public void addSpan(Instant first, Instant last) {
        oldest = oldest == null || first.isBefore(oldest) ? first : oldest;
        newest = newest == null || last.isAfter(newest) ? last : newest;
    }

    public void addBytes(long more) {
        bytes += more;
    }

    /** So many of them are damaged. */
    public void addDamaged(long letters) {
        damaged += letters;
    }

    /**
     * Counts so many letters with that value.
     *
     * @param value null where they tell none
     */
    public void add(Part part, @Nullable String value, long letters) {
        counts(part).merge(value == null ? "(none)" : value, letters, Long::sum);
    }

    /** Counts a letter that is meant. */
    public void add(FoundLetter found) {
        Letter letter = found.letter();
        add(letter.id().stage(), Age.of(Duration.between(letter.at(), now)), 1);
        addSpan(letter.at(), letter.at());
        addBytes(letter.size());
        DeadLetter told = letter.told().orElse(null);
        if (told == null) {
            addDamaged(1);
            return;
        }
        add(Part.KIND, told.getKind().name(), 1);
        add(Part.DISPOSITION, told.getDisposition().name(), 1);
        add(Part.TENANT, told.getTenant(), 1);
        add(Part.MODEL, told.getModel(), 1);
        add(Part.RUN, told.getRunId(), 1);
    }

    /** How many are meant. */
    public long count() {
        return count;
    }

    /** How many of them are damaged. */
    public long damaged() {
        return damaged;
    }

    /** Their bytes. */
    public long bytes() {
        return bytes;
    }

    /** When the oldest was written; null where there is none. */
    public @Nullable Instant oldest() {
        return oldest;
    }

    /** When the newest was written; null where there is none. */
    public @Nullable Instant newest() {
        return newest;
    }

    /** How all letters stand that the selection means in any state. */
    public Map<LetterState, Long> byState() {
        return new EnumMap<>(byState);
    }

    public Map<Stage, Long> byStage() {
        return new EnumMap<>(byStage);
    }

    public Map<Age, Long> byAge() {
        return new EnumMap<>(byAge);
    }

    /** By the values of a part; {@code (none)} for letters that tell none, and nothing for damaged ones. */
    public Map<String, Long> by(Part part) {
        return new TreeMap<>(counts(part));
    }

    private Map<String, Long> counts(Part part) {
        return byPart.computeIfAbsent(part, unused -> new TreeMap<>());
    }
}
