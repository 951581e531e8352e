package dev.assay.worker.intake;

import dev.assay.schemas.settlement.Starts;

/**
 * How a job is to be handled, by what befell the workers that started it before. A crash charges every job that was in
 * flight, the innocent too; so a suspect runs beside others once more, then alone in its worker, where a further crash
 * can only be its own.
 */
public enum Treatment {
    /** Run it beside others. */
    NORMAL,
    /** Run it with nothing else in flight in this worker: two workers died with it among others. */
    ALONE,
    /** Dead-letter it: two workers died while it ran alone. */
    POISON,
    /** Dead-letter it without even decoding it: a worker died over dead-lettering it, too. */
    POISON_UNREAD,
    /** Dead-letter it: its handling broke off with an unexpected exception too often in this worker. */
    BROKEN;

    private static final int CROWDED_STARTS = 2;
    private static final int ALONE_STARTS = 2;

    /**
     * @param history starts by workers that did not live to settle it, the coming one not included
     */
    static Treatment of(Starts history) {
        if (history.alone() > ALONE_STARTS) {
            return POISON_UNREAD;
        }
        if (history.alone() == ALONE_STARTS) {
            return POISON;
        }
        return history.alone() > 0 || history.crowded() >= CROWDED_STARTS ? ALONE : NORMAL;
    }

    /** Whether nothing else may be in flight in this worker meanwhile. */
    boolean isAlone() {
        return switch (this) {
            case NORMAL, BROKEN -> false;
            case ALONE, POISON, POISON_UNREAD -> true;
        };
    }

    /** The mark to commit before this start. */
    Starts mark(Starts history) {
        return isAlone() ? history.plusAlone() : history.plusCrowded();
    }
}
