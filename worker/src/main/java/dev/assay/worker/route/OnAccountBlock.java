package dev.assay.worker.route;

import com.fasterxml.jackson.annotation.JsonProperty;

/** What a job does whose account has no money. */
public enum OnAccountBlock {
    /** It takes the lane's prepared fallback, or waits until the account is free again. */
    @JsonProperty("wait")
    WAIT,
    /** It asks the next candidate of another account. */
    @JsonProperty("switch")
    SWITCH
}
