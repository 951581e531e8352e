package dev.assay.cli.drill;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * One row of the matrix: what is done to a provider, and how what follows is judged.
 *
 * @param name by which it is asked for
 * @param done what is done to the provider
 * @param lanes lanes that it works in; the first one is its usual one
 * @param isFleet whether several workers share its lanes
 * @param play does it
 * @param observations what has to be seen, and what must not
 * @param figure the row's figure in words
 */
record Row(
        String name,
        String done,
        List<String> lanes,
        boolean isFleet,
        Play play,
        List<Observation> observations,
        Function<Evidence, String> figure) {
    Row {
        lanes = List.copyOf(lanes);
        observations = List.copyOf(observations);
        if (observations.stream().noneMatch(Observation::isExpected)
                || observations.stream().allMatch(Observation::isExpected)) {
            throw new IllegalArgumentException(
                    name + ": a row has at least one expected and one unacceptable observation");
        }
    }

    /** Sets providers and workers up, submits, strikes and waits. */
    @FunctionalInterface
    interface Play {
        void on(RowRun run) throws InterruptedException;
    }

    /** Begins a row in a lane called as the row is. */
    static Builder named(String name) {
        return new Builder(name);
    }

    /** Puts a row together in the order in which it is read. */
    static final class Builder {
        private final String name;
        private String done = "";
        private List<String> lanes;
        private boolean isFleet;
        private final List<Observation> observations = new ArrayList<>();
        private Function<Evidence, String> figure = evidence -> Seen.text(evidence.amplification()) + " calls a job";

        private Builder(String name) {
            this.name = name;
            lanes = List.of(name);
        }

        Builder done(String words) {
            done = words;
            return this;
        }

        Builder lanes(String... names) {
            lanes = List.of(names);
            return this;
        }

        Builder fleet() {
            isFleet = true;
            return this;
        }

        Builder expects(String words, Function<Evidence, Seen> judge) {
            observations.add(Observation.expected(words, judge));
            return this;
        }

        Builder refuses(String words, Function<Evidence, Seen> judge) {
            observations.add(Observation.unacceptable(words, judge));
            return this;
        }

        Builder figure(Function<Evidence, String> made) {
            figure = made;
            return this;
        }

        Row playing(Play play) {
            List<Observation> all = new ArrayList<>(observations);
            all.addAll(Always.OBSERVATIONS);
            return new Row(name, done, lanes, isFleet, play, all, figure);
        }
    }
}
