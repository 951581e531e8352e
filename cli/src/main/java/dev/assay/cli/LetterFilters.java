package dev.assay.cli;

import dev.assay.deadletters.Condition;
import dev.assay.deadletters.Contents;
import dev.assay.deadletters.Letter;
import dev.assay.deadletters.LetterId;
import dev.assay.deadletters.LetterState;
import dev.assay.deadletters.Selection;
import dev.assay.deadletters.Stage;
import dev.assay.runtime.DurationText;
import dev.assay.schemas.Disposition;
import dev.assay.schemas.FailureKind;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.TypeConversionException;

/**
 * Which dead letters a command means, the same for each of them. Parts narrow each other; several values of one part are
 * alternatives.
 */
final class LetterFilters {
    @Parameters(
            paramLabel = "ID",
            arity = "0..*",
            converter = OfId.class,
            description = "letters by id, such as jobs-3-1042 (those of the filters)")
    Set<LetterId> ids = new LinkedHashSet<>();

    @Option(
            names = "--kind",
            paramLabel = "KIND",
            split = ",",
            description = "failure kind, such as timeout,rate_limited; docs/failures.md has all")
    Set<FailureKind> kinds = EnumSet.noneOf(FailureKind.class);

    @Option(
            names = "--disposition",
            paramLabel = "WORD",
            split = ",",
            description = "poison, unrecoverable, exhausted, undecodable or uncertain")
    Set<Disposition> dispositions = EnumSet.noneOf(Disposition.class);

    @Option(names = "--run", paramLabel = "RUN", split = ",", description = "run id")
    Set<String> runs = new LinkedHashSet<>();

    @Option(names = "--tenant", paramLabel = "NAME", split = ",", description = "tenant")
    Set<String> tenants = new LinkedHashSet<>();

    @Option(names = "--model", paramLabel = "PROVIDER/MODEL", split = ",", description = "the model last asked")
    Set<String> models = new LinkedHashSet<>();

    @Option(names = "--stage", paramLabel = "STAGE", split = ",", description = "jobs or results (both)")
    Set<Stage> stages = EnumSet.noneOf(Stage.class);

    @Option(
            names = "--status",
            paramLabel = "STATUS",
            split = ",",
            description = "open, replayed, discarded or all (open)")
    Set<Standing> standings = EnumSet.noneOf(Standing.class);

    @Option(
            names = "--since",
            paramLabel = "TIME",
            converter = OfMoment.class,
            description = "died at that time or later: an age such as 2h, a day or an ISO-8601 time")
    @Nullable
    Moment since;

    @Option(
            names = "--until",
            paramLabel = "TIME",
            converter = OfMoment.class,
            description = "died before that time; likewise")
    @Nullable
    Moment until;

    @Option(names = "--damaged", description = "only letters whose own headers are damaged")
    boolean damaged;

    @Option(
            names = "--where",
            paramLabel = "CONDITION",
            converter = OfCondition.class,
            description = "FIELD OPERATOR VALUE, such as 'attempts>3', 'message~timeout', 'tags.suite=math',"
                    + " 'job.route!=main' or 'body.temperature>1'; may be repeated, all must hold"
                    + " (docs/dead-letters.md has the fields)")
    List<Condition> where = new ArrayList<>();

    /** How letters stand, as {@code --status} has it. */
    enum Standing {
        OPEN,
        REPLAYED,
        DISCARDED,
        ALL
    }

    /** A time as it was written; an age needs the time at which the command runs. */
    record Moment(UnaryOperator<Instant> from) {
        static Moment parse(String text) {
            try {
                Instant time = text.matches("\\d{4}-\\d\\d-\\d\\d")
                        ? LocalDate.parse(text).atStartOfDay(ZoneOffset.UTC).toInstant()
                        : Instant.parse(text);
                return new Moment(now -> time);
            } catch (DateTimeParseException e) {
                return ofAge(text);
            }
        }

        private static Moment ofAge(String text) {
            try {
                Duration age = DurationText.parse(text);
                return new Moment(now -> now.minus(age));
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException(
                        text + " (expected: an age such as 2h or 3d, a day such as 2026-11-30 or an ISO-8601 time such"
                                + " as 2026-11-30T18:00:00Z)",
                        e);
            }
        }
    }

    /** The letters meant: open ones where {@code --status} does not say otherwise. */
    Selection selection(Instant now, Contents contents) {
        return selection(states(EnumSet.of(LetterState.OPEN)), now, contents);
    }

    /** The same for a command that only looks: letters that are named by their ids are meant however they stand. */
    Selection looked(Instant now, Contents contents) {
        return selection(
                states(ids.isEmpty() ? EnumSet.of(LetterState.OPEN) : EnumSet.noneOf(LetterState.class)),
                now,
                contents);
    }

    private Selection selection(Set<LetterState> states, Instant now, Contents contents) {
        List<Predicate<Letter>> conditions = new ArrayList<>();
        where.forEach(condition -> conditions.add(letter -> condition.holds(letter, contents)));
        return new Selection(
                ids,
                stages,
                states,
                kinds,
                dispositions,
                runs,
                tenants,
                models,
                since == null ? null : since.from().apply(now),
                until == null ? null : until.from().apply(now),
                damaged,
                conditions);
    }

    private Set<LetterState> states(Set<LetterState> usual) {
        if (standings.isEmpty()) {
            return usual;
        }
        Set<LetterState> states = EnumSet.noneOf(LetterState.class);
        for (Standing standing : standings) {
            switch (standing) {
                case OPEN -> states.add(LetterState.OPEN);
                case REPLAYED -> states.add(LetterState.REPLAYED);
                case DISCARDED -> states.add(LetterState.DISCARDED);
                case ALL -> states.addAll(EnumSet.allOf(LetterState.class));
            }
        }
        return states;
    }

    /** Reads a letter's id. */
    static final class OfId implements ITypeConverter<LetterId> {
        @Override
        public LetterId convert(String text) {
            return converted(LetterId::parse, text);
        }
    }

    /** Reads a time. */
    static final class OfMoment implements ITypeConverter<Moment> {
        @Override
        public Moment convert(String text) {
            return converted(Moment::parse, text);
        }
    }

    /** Reads a condition. */
    static final class OfCondition implements ITypeConverter<Condition> {
        @Override
        public Condition convert(String text) {
            return converted(Condition::parse, text);
        }
    }

    private static <T> T converted(Function<String, T> parser, String text) {
        try {
            return parser.apply(text);
        } catch (IllegalArgumentException e) {
            throw new TypeConversionException(e.getMessage());
        }
    }
}
