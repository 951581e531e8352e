package dev.assay.cli.chaos;

import java.time.Duration;

/** Something that is done to a process on purpose. Times count from the run's first result. */
sealed interface Fault {
    Duration at();

    /** The name of the process that it hits. */
    String target();

    FaultKind kind();

    /** When the process is started again or goes on. */
    Duration until();

    /**
     * SIGKILL.
     *
     * @param pause from its end to its new start
     */
    record Kill(Duration at, Target of, Duration pause) implements Fault {
        @Override
        public String target() {
            return of.label();
        }

        @Override
        public FaultKind kind() {
            return FaultKind.KILL;
        }

        @Override
        public Duration until() {
            return at.plus(pause);
        }
    }

    /**
     * SIGSTOP, and SIGCONT in the end.
     *
     * @param lasting between the two
     */
    record Freeze(Duration at, Target of, Duration lasting) implements Fault {
        @Override
        public String target() {
            return of.label();
        }

        @Override
        public FaultKind kind() {
            return FaultKind.FREEZE;
        }

        @Override
        public Duration until() {
            return at.plus(lasting);
        }
    }

    /**
     * SIGKILL of the broker.
     *
     * @param pause from its end to its new start, which takes seconds beside it
     */
    record BrokerKill(Duration at, Duration pause) implements Fault {
        static final String TARGET = "broker";

        @Override
        public String target() {
            return TARGET;
        }

        @Override
        public FaultKind kind() {
            return FaultKind.BROKER;
        }

        @Override
        public Duration until() {
            return at.plus(pause);
        }
    }
}
