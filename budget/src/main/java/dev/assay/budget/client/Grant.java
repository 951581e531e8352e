package dev.assay.budget.client;

import dev.assay.schemas.Amounts;

/** Room for one call. It is ended once, by {@link #settle} or {@link #cancel}; a second end does nothing. */
public interface Grant {
    /** What is reserved. */
    Amounts amounts();

    /** Whether its call must not begin any more: then it is cancelled. To be asked right before the call. */
    boolean isLate();

    /**
     * Says what the call took.
     *
     * @param used by the provider's count, or {@link #amounts} where it did not say
     * @param uncertain whether the provider did not say
     */
    void settle(Amounts used, boolean uncertain);

    /** Gives it back: no call was made with it. */
    void cancel();
}
