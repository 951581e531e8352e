package dev.assay.budget.ledger;

/**
 * How full a lane is at most, from measurements of its depth and from what was granted since. A grant that ended counts
 * on until a measurement that began after its end is there: only then are its jobs in the measured depth for certain. Of
 * the keeper alone, and not written down: a new one measures first.
 */
final class Slots {
    private boolean isKnown;
    private boolean isMeasuring;
    private long depth;
    private long ended;
    private long inMeasurement;

    /** Notes that a grant ended under which so many records were put into the lane's log. */
    void end(long slots) {
        // What ended before the first measurement begins will be in it.
        if (isKnown || isMeasuring) {
            ended += slots;
        }
    }

    /** Begins a measurement: what ended until now will be in it. */
    void measure() {
        isMeasuring = true;
        inMeasurement += ended;
        ended = 0;
    }

    /** Takes what was measured. */
    void measured(long unfinished) {
        isMeasuring = false;
        isKnown = true;
        depth = unfinished;
        inMeasurement = 0;
    }

    /** Ends a measurement that brought nothing; what was to be in it waits for the next one. */
    void failed() {
        isMeasuring = false;
        ended += inMeasurement;
        inMeasurement = 0;
    }

    boolean isMeasuring() {
        return isMeasuring;
    }

    /** Whether it was measured; before that nothing may be granted. */
    boolean isKnown() {
        return isKnown;
    }

    /** Slots that are taken at most, without those of grants that are held. */
    long taken() {
        return depth + ended + inMeasurement;
    }
}
