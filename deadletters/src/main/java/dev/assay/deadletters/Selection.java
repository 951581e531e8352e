package dev.assay.deadletters;

import dev.assay.schemas.DeadLetter;
import dev.assay.schemas.Disposition;
import dev.assay.schemas.FailureKind;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Which dead letters are meant. Every part narrows; an empty or null one does not. Several values of one part are
 * alternatives. A damaged letter matches no part that asks for something only its headers could tell.
 *
 * @param ids letters by id
 * @param stages where they died
 * @param states how they stand
 * @param kinds failure kinds
 * @param dispositions dispositions
 * @param runs run ids
 * @param tenants tenants
 * @param models models, as provider/model
 * @param since written at that time or later
 * @param until written before that time
 * @param damaged whether only damaged ones are meant
 * @param where further conditions on the letter, all of which must hold
 */
public record Selection(
        Set<LetterId> ids,
        Set<Stage> stages,
        Set<LetterState> states,
        Set<FailureKind> kinds,
        Set<Disposition> dispositions,
        Set<String> runs,
        Set<String> tenants,
        Set<String> models,
        @Nullable Instant since,
        @Nullable Instant until,
        boolean damaged,
        List<Predicate<Letter>> where) {
    /** Every letter, in whatever state. */
    public static final Selection ALL = new Selection(
            Set.of(), Set.of(), Set.of(), Set.of(), Set.of(), Set.of(), Set.of(), Set.of(), null, null, false,
            List.of());

    /** The jobs of a run, in whatever state. */
    public static Selection ofJobs(String runId) {
        return new Selection(
                Set.of(),
                Set.of(Stage.JOBS),
                Set.of(),
                Set.of(),
                Set.of(),
                Set.of(runId),
                Set.of(),
                Set.of(),
                null,
                null,
                false,
                List.of());
    }

    public Selection {
        ids = Set.copyOf(ids);
        stages = Set.copyOf(stages);
        states = Set.copyOf(states);
        kinds = Set.copyOf(kinds);
        dispositions = Set.copyOf(dispositions);
        runs = Set.copyOf(runs);
        tenants = Set.copyOf(tenants);
        models = Set.copyOf(models);
        where = List.copyOf(where);
    }

    /** The same letters, however they stand. */
    public Selection inAnyState() {
        return new Selection(
                ids, stages, Set.of(), kinds, dispositions, runs, tenants, models, since, until, damaged, where);
    }

    /** Whether letters in that state are meant. */
    public boolean matchesState(LetterState state) {
        return states.isEmpty() || states.contains(state);
    }

    /** Whether a letter is meant. */
    public boolean matches(FoundLetter found) {
        Letter letter = found.letter();
        return (ids.isEmpty() || ids.contains(letter.id()))
                && (stages.isEmpty() || stages.contains(letter.id().stage()))
                && matchesState(found.state())
                && (since == null || !letter.at().isBefore(since))
                && (until == null || letter.at().isBefore(until))
                && matchesTold(letter)
                && where.stream().allMatch(condition -> condition.test(letter));
    }

    private boolean matchesTold(Letter letter) {
        DeadLetter told = letter.told().orElse(null);
        return (!damaged || told == null)
                && isAmong(kinds, told, DeadLetter::getKind)
                && isAmong(dispositions, told, DeadLetter::getDisposition)
                && isAmong(runs, told, DeadLetter::getRunId)
                && isAmong(tenants, told, DeadLetter::getTenant)
                && isAmong(models, told, DeadLetter::getModel);
    }

    private static <T> boolean isAmong(
            Set<T> wanted, @Nullable DeadLetter told, Function<DeadLetter, @Nullable T> part) {
        if (wanted.isEmpty()) {
            return true;
        }
        T value = told == null ? null : part.apply(told);
        return value != null && wanted.contains(value);
    }
}
