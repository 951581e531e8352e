package dev.assay.worker.spend;

import com.fasterxml.jackson.annotation.JsonProperty;

/** How much output is reserved for a call that states a cap. */
public enum OutputBound {
    /** The cap itself, which is what providers count while a call runs. */
    @JsonProperty("cap")
    CAP,
    /**
     * What nineteen in twenty recent answers of the job's suite stayed under, where that is less. For a provider that
     * counts what was used, and jobs whose caps are far above what they use.
     */
    @JsonProperty("recent")
    RECENT
}
