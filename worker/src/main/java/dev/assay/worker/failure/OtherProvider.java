package dev.assay.worker.failure;

/** Which other candidates of a route a failure lets a job go to. */
public enum OtherProvider {
    /** None: it would fail there as well, or it must not be asked there. */
    NEVER,
    /** Any. */
    ANY,
    /** Any of another account where the limit is the account's; any where it is the model's. */
    BY_SCOPE,
    /** Those whose context is longer. */
    LONGER_CONTEXT,
    /** Those of another account, where the route opts in. */
    OTHER_ACCOUNT_BY_ROUTE
}
