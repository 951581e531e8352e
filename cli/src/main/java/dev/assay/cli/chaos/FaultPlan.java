package dev.assay.cli.chaos;

import dev.assay.cli.terminal.Figures;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;

/**
 * Which fault hits what, and when: a pure function of the options and their seed. Kills come at every full interval, so
 * many that each process is hit as often as every other; a freeze in eight intervals and the one death of the broker
 * come halfway between two kills, so that most of them overlap with one.
 *
 * @param faults in order of time
 */
record FaultPlan(List<Fault> faults) {
    private static final int SLOTS_OF_A_FREEZE = 8;
    /** Half of what is killed is started again at once, the rest after up to so long. */
    private static final int LONGEST_PAUSE_MILLIS = 4_000;

    /** 2^64 over the golden ratio, odd. */
    private static final long SPREAD = 0x9E37_79B9_7F4A_7C15L;

    private static final int LEAST_BEYOND_SESSION_MILLIS = 1_000;
    private static final int MOST_BEYOND_SESSION_MILLIS = 3_000;

    FaultPlan {
        faults = List.copyOf(faults);
    }

    static FaultPlan of(ChaosOptions options) {
        Draft draft = new Draft(options);
        if (options.faults().contains(FaultKind.BROKER)) {
            draft.addBroker();
        }
        if (options.faults().contains(FaultKind.KILL)) {
            draft.addKills();
        }
        if (options.faults().contains(FaultKind.FREEZE)) {
            draft.addFreezes();
        }
        return new FaultPlan(
                draft.faults.stream().sorted(Comparator.comparing(Fault::at)).toList());
    }

    /** When the last one begins. */
    Duration last() {
        return faults.isEmpty() ? Duration.ZERO : faults.getLast().at();
    }

    /** A line for each, for people. */
    List<String> lines() {
        List<String> lines = new ArrayList<>();
        for (Fault fault : faults) {
            lines.add(String.format("%8s  %s", Figures.duration(fault.at()), words(fault)));
        }
        return lines;
    }

    static String words(Fault fault) {
        return switch (fault) {
            case Fault.Kill kill -> "kill -9 " + kill.target() + ", started again " + after(kill.pause());
            case Fault.Freeze freeze ->
                "freeze " + freeze.target() + " for " + Figures.duration(freeze.lasting()) + ", then let it go on";
            case Fault.BrokerKill kill -> "kill -9 broker, started again " + after(kill.pause());
        };
    }

    private static String after(Duration pause) {
        return pause.isZero() ? "at once" : "after " + Figures.duration(pause);
    }

    /** Draws the faults. Each kind has chances of its own, so that leaving one out does not change the others. */
    private static final class Draft {
        private final ChaosOptions options;
        private final int slots;
        private final List<Fault> faults = new ArrayList<>();

        Draft(ChaosOptions options) {
            this.options = options;
            slots = (int) (options.lasting().toMillis() / options.every().toMillis());
        }

        void addBroker() {
            Random chance = chance(FaultKind.BROKER);
            int first = slots / 4;
            int slot = first + chance.nextInt(Math.max(1, slots / 2));
            faults.add(new Fault.BrokerKill(halfBehind(slot), pause(chance)));
        }

        void addKills() {
            Random chance = chance(FaultKind.KILL);
            List<Target> dealt = new ArrayList<>();
            for (int slot = 1; slot <= slots; slot++) {
                if (dealt.isEmpty()) {
                    dealt.addAll(Arrays.asList(Target.values()));
                    Collections.shuffle(dealt, chance);
                }
                faults.add(new Fault.Kill(options.every().multipliedBy(slot), dealt.removeFirst(), pause(chance)));
            }
        }

        void addFreezes() {
            Random chance = chance(FaultKind.FREEZE);
            int freezes = Math.max(1, slots / SLOTS_OF_A_FREEZE);
            int span = slots / freezes;
            for (int i = 0; i < freezes; i++) {
                Duration at = halfBehind(i * span + chance.nextInt(Math.max(1, span - 1)));
                List<Target> free = new ArrayList<>(Arrays.asList(Target.values()));
                Collections.shuffle(free, chance);
                int beyond = LEAST_BEYOND_SESSION_MILLIS
                        + chance.nextInt(MOST_BEYOND_SESSION_MILLIS - LEAST_BEYOND_SESSION_MILLIS);
                free.stream()
                        .map(target -> new Fault.Freeze(
                                at, target, target.session(options.session()).plusMillis(beyond)))
                        .filter(this::isFree)
                        .findFirst()
                        .ifPresent(faults::add);
            }
        }

        /** Whether no other fault hits the same process meanwhile: a frozen process that is killed shows nothing. */
        private boolean isFree(Fault freeze) {
            return faults.stream()
                    .filter(other -> other.target().equals(freeze.target()))
                    .noneMatch(other -> other.at().compareTo(freeze.until()) <= 0
                            && freeze.at()
                                            .compareTo(other.until()
                                                    .plus(options.every().dividedBy(2)))
                                    <= 0);
        }

        private Duration halfBehind(int slot) {
            return options.every().multipliedBy(slot).plus(options.every().dividedBy(2));
        }

        private Duration pause(Random chance) {
            int longest = (int) Math.min(LONGEST_PAUSE_MILLIS, options.every().toMillis() / 3);
            return chance.nextBoolean() ? Duration.ZERO : Duration.ofMillis(500 + chance.nextInt(longest));
        }

        /** Spread out, because the first draws of seeds that lie close together would be alike. */
        private Random chance(FaultKind kind) {
            return new Random((options.seed() + kind.label().hashCode()) * SPREAD);
        }
    }
}
