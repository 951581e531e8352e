package dev.assay.schemas.topics;

/**
 * The names of Assay's topics under one prefix. Every name that leaves the process is made here.
 *
 * @param prefix what every topic, transactional id and group id starts with, {@code assay} by default
 */
public record Topics(String prefix) {
    public static final String DEFAULT_PREFIX = "assay";

    public Topics {
        Names.require("prefix", prefix);
    }

    public static Topics standard() {
        return new Topics(DEFAULT_PREFIX);
    }

    /** Jobs waiting for a worker, one topic a lane. */
    public String jobs(String lane) {
        return prefix + ".jobs." + Names.require("lane", lane);
    }

    /** Jobs of a lane that wait for a time, by how far ahead it is. */
    public String parked(String lane, Horizon horizon) {
        return prefix + ".parked." + Names.require("lane", lane) + "." + horizon.label();
    }

    /** The last word on every job. */
    public String results() {
        return prefix + ".results";
    }

    /** How every result counts. */
    public String scores() {
        return prefix + ".scores";
    }

    /** Scores made of stored results later on, set by set, beside the runs' own; compacted. */
    public String scoreSets() {
        return prefix + ".score-sets";
    }

    /** How many jobs of a lane and model were answered in each minute, and how many by a fallback. */
    public String fallbackRates() {
        return prefix + ".fallback-rates";
    }

    /** Manifest, progress, summary and score sets of every run; compacted. */
    public String runs() {
        return prefix + ".runs";
    }

    /** Fingerprints of submitted chunks, against which a later submit of the same run is compared. */
    public String submits() {
        return prefix + ".submits";
    }

    /** What every worker must know at once, such as cancelled runs; compacted. */
    public String fleet() {
        return prefix + ".fleet";
    }

    /** What clients ask of the budgets' keepers. */
    public String ledgerRequests() {
        return prefix + ".ledger.requests";
    }

    /** The budgets' journal, which is the answers too; partition by partition beside the requests. */
    public String ledgerGrants() {
        return prefix + ".ledger.grants";
    }

    /** Snapshots of the budgets' state, so that a new keeper reads little of the journal; compacted. */
    public String ledgerState() {
        return prefix + ".ledger.state";
    }

    /** What submitters ask of the keeper of lanes' slots. */
    public String slotRequests() {
        return prefix + ".slots.requests";
    }

    /** The journal of the slots of lanes, which is the answers too. */
    public String slotGrants() {
        return prefix + ".slots.grants";
    }

    /** Snapshots of the slots' state; compacted. */
    public String slotState() {
        return prefix + ".slots.state";
    }

    /** Job records that could not be done. */
    public String deadLetterJobs() {
        return prefix + ".dead-letters.jobs";
    }

    /** Result records that the scorer could not use. */
    public String deadLetterResults() {
        return prefix + ".dead-letters.results";
    }

    /** What was done about dead letters of both kinds, by letter; partition by partition beside them. */
    public String deadLetterMarks() {
        return prefix + ".dead-letters.marks";
    }

    /** Schemas by id, where no schema registry is configured. */
    public String schemas() {
        return prefix + ".schemas";
    }

    /** The consumer group of a lane's workers; its committed offsets are the lane's low-water marks. */
    public String workerGroup(String lane) {
        return prefix + ".workers." + Names.require("lane", lane);
    }

    /** The group in which a lane's workers read its parked topics. */
    public String parkedGroup(String lane) {
        return prefix + ".parked." + Names.require("lane", lane);
    }

    /** The group in which the requests to budgets are shared out: who owns a partition keeps its budgets. */
    public String ledgerGroup() {
        return prefix + ".ledger";
    }

    /** The group of the processes of which one keeps the slots of lanes. */
    public String slotGroup() {
        return prefix + ".slots";
    }

    /** The Kafka Streams application id of the scorer, which is its consumer group too. */
    public String scorerGroup() {
        return prefix + ".scorer";
    }

    /** The transactional id of a run's submit; a second submit of the run fences the first through it. */
    public String submitTransactionalId(String runId) {
        return prefix + ".submit." + Names.require("run id", runId);
    }

    /**
     * The transactional id under which dead letters of one partition are dealt with; a second replayer of the partition
     * fences the first through it.
     *
     * @param stage {@code jobs} or {@code results}
     */
    public String replayTransactionalId(String stage, int partition) {
        return prefix + ".replay." + Names.require("stage", stage) + "." + partition;
    }

    /** The transactional id of one worker process in one lane. */
    public String workerTransactionalId(String lane, String worker) {
        return prefix + ".worker." + Names.require("lane", lane) + "." + worker;
    }
}
