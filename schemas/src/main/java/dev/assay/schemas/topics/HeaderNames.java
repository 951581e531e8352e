package dev.assay.schemas.topics;

/** Record headers of job, result and score records; those of dead letters are in {@code DeadLetter.avsc}. */
public final class HeaderNames {
    /** The job's tenant, so that intake is fair without decoding. */
    public static final String TENANT = "assay.tenant";
    /** The job's run, so that a cancelled or quarantined job can be named without decoding. */
    public static final String RUN_ID = "assay.runId";
    /** The job's id in its run. */
    public static final String JOB_ID = "assay.jobId";
    /** W3C trace context. */
    public static final String TRACEPARENT = "traceparent";

    /** Of a parked job: a {@code Parking} record in the wire format of values. */
    public static final String PARKED = "assay.parked";
    /** Of a parked job: when it is due, in epoch milliseconds as decimal text, so that intake can wait undecoded. */
    public static final String PARKED_DUE = "assay.parked.due";
    /** Of a parked job: the blocked account or the gate that it waits for; absent when the time alone decides. */
    public static final String PARKED_HELD_BY = "assay.parked.heldBy";

    /** Of a replayed job: the dead letters that it was before, as {@code deadletter.Lineage} writes them. */
    public static final String LINEAGE = "assay.lineage";

    /** Of a dead letter that was written back from an export: the id that it had and when it died, as {@code ID@TIME}. */
    public static final String RESTORED = "assay.restored";

    private HeaderNames() {}
}
