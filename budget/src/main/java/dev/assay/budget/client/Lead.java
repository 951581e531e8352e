package dev.assay.budget.client;

/**
 * By how much the keeper's clock is ahead of this one at least: nothing can be read before it was decided. A clock that
 * is behind would otherwise let a call begin after its time. Not thread-safe.
 */
final class Lead {
    private long epoch = -1;
    private long millis;

    /**
     * Notes what a keeper said when.
     *
     * @param epoch of the keeper; another one has another clock
     * @param atMillis when it was decided, by the keeper's clock
     * @param nowMillis when it was read, by this one
     */
    void note(long epoch, long atMillis, long nowMillis) {
        if (epoch != this.epoch) {
            this.epoch = epoch;
            millis = 0;
        }
        millis = Math.max(millis, atMillis - nowMillis);
    }

    long millis() {
        return millis;
    }
}
