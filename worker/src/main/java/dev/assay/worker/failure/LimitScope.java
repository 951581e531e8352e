package dev.assay.worker.failure;

/** What a provider's limit is a limit of. */
public enum LimitScope {
    /** The failure is no limit. */
    NONE,
    /** Every model of the account. */
    ACCOUNT,
    /** One model. */
    MODEL,
    /** The provider does not say; treated as the account's where that matters. */
    UNKNOWN
}
