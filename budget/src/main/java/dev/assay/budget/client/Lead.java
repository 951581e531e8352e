package dev.assay.budget.client;

/**
 * How the keeper's clock stands to this one, as far as it is known: nothing can be read before it was decided, and nothing
 * can be decided before it was asked. A clock that is behind would otherwise let a call begin after its time, and one that
 * is ahead would take every grant for late. Where the two contradict each other a clock was set, and the newer holds. Not
 * thread-safe.
 */
final class Lead {
    private static final long UNKNOWN = Long.MAX_VALUE;

    private long epoch = -1;
    /** By how much this clock is ahead of the keeper's at least. */
    private long least = -UNKNOWN;
    /** And at most. */
    private long most = UNKNOWN;

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
            least = -UNKNOWN;
            most = UNKNOWN;
        }
        most = Math.min(most, nowMillis - atMillis);
        least = Math.min(least, most);
    }

    /**
     * Notes that an entry that was {@linkplain #note noted} answers this process.
     *
     * @param atMillis when it was decided, by the keeper's clock
     * @param sentMillis when it was asked, by this one
     */
    void answered(long atMillis, long sentMillis) {
        least = Math.max(least, sentMillis - atMillis);
        most = Math.max(most, least);
    }

    /**
     * By how much the keeper's clock is ahead of this one; below 0 where it is behind. Of what may be, that by which a
     * call would have to begin soonest, and 0 where nothing speaks against it.
     */
    long millis() {
        return most < 0 ? -most : -Math.max(0, least);
    }
}
