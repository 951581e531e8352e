package dev.assay.deadletters;

/** Why a dead letter is not sent again; the codes stand in JSON, so they are API. */
public enum Refusal {
    TOO_OFTEN("too-often", "sent again three times already (--force sends them all the same)"),
    NO_JOB("no-job", "bytes that are no job: export them, mend them, import them"),
    INVALID("invalid", "no job that a submit would take"),
    NO_LANE("no-lane", "of a lane that has no topic on this cluster"),
    SIDE_EFFECTS("side-effects", "their side effect may have happened (--force sends them all the same)"),
    TOO_LARGE("too-large", "larger than their topic takes"),
    GONE("gone", "not on this cluster any more (--restore writes them back)"),
    DIFFERENT("different", "another letter is in their place on this cluster (--restore writes them back)");

    private final String code;
    private final String meaning;

    Refusal(String code, String meaning) {
        this.code = code;
        this.meaning = meaning;
    }

    public String code() {
        return code;
    }

    /** What it means, as the rest of a sentence about letters. */
    public String meaning() {
        return meaning;
    }
}
