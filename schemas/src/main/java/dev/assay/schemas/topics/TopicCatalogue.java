package dev.assay.schemas.topics;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * Every topic that Assay uses, with its settings: the one place that says so. {@code assay topics plan} compares it
 * with a cluster, {@code apply} creates what is missing, and services verify theirs at start.
 */
public final class TopicCatalogue {
    private static final String NONE = "-1";
    private static final String DAY = "86400000";
    private static final String HOUR = "3600000";
    private static final int LETTER_DAYS = 90;
    /**
     * Results, parked jobs and dead letters hold more than the job that they are from (a response, headers that explain),
     * so their topics take larger records than Kafka's default of 1 MiB, or a job of that size could never be settled.
     */
    private static final String MAX_RECORD = String.valueOf(TopicSizes.MAX_RECORD_BYTES);

    private final List<TopicSpec> specs;

    private TopicCatalogue(List<TopicSpec> specs) {
        this.specs = List.copyOf(specs);
    }

    /**
     * @param topics the names
     * @param lanes the lanes to have topics for
     * @param sizes how many partitions each kind gets
     */
    public static TopicCatalogue of(Topics topics, Iterable<String> lanes, TopicSizes sizes) {
        List<TopicSpec> specs = new ArrayList<>();
        TreeSet<String> sorted = new TreeSet<>();
        lanes.forEach(sorted::add);
        for (String lane : sorted) {
            specs.add(new TopicSpec(
                    topics.jobs(lane),
                    "runId/jobId",
                    "Job",
                    sizes.lane(),
                    // Unworked jobs never expire: workers delete what lies below the low-water mark themselves.
                    configs("cleanup.policy", "delete", "retention.ms", NONE, "retention.bytes", NONE),
                    "producer",
                    "worker"));
            for (Horizon horizon : Horizon.values()) {
                specs.add(parked(topics.parked(lane, horizon), sizes));
            }
        }
        specs.add(new TopicSpec(
                topics.results(), "runId/jobId", "Result", sizes.results(), kept(30), "worker", "scorer, cli"));
        specs.add(new TopicSpec(
                topics.scores(),
                "runId/jobId",
                "Score",
                sizes.results(),
                configs("cleanup.policy", "delete", "retention.ms", days(30), "retention.bytes", NONE),
                "scorer",
                "cli"));
        specs.add(new TopicSpec(
                topics.scoreSets(),
                "runId/set/jobId",
                "Score",
                sizes.results(),
                configs("cleanup.policy", "compact"),
                "cli",
                "cli"));
        specs.add(new TopicSpec(
                topics.fallbackRates(),
                "lane/model/minute",
                "FallbackWindow",
                1,
                configs("cleanup.policy", "compact,delete", "retention.ms", days(7), "retention.bytes", NONE),
                "scorer",
                "cli"));
        specs.add(new TopicSpec(
                topics.runs(),
                "runId/manifest|progress|summary|scores",
                "RunEntry",
                sizes.runs(),
                configs("cleanup.policy", "compact"),
                "producer, scorer",
                "producer, scorer, cli"));
        specs.add(new TopicSpec(
                topics.submits(),
                "runId/chunk",
                "SubmitChunk",
                sizes.runs(),
                configs("cleanup.policy", "delete", "retention.ms", days(30), "retention.bytes", NONE),
                "producer",
                "producer"));
        specs.add(new TopicSpec(
                topics.fleet(),
                "kind/name",
                "FleetEntry",
                1,
                configs("cleanup.policy", "compact"),
                "cli, worker",
                "worker, cli, producer"));
        addLedger(
                specs,
                new LedgerNames(topics.ledgerRequests(), topics.ledgerGrants(), topics.ledgerState()),
                sizes.ledger(),
                "worker");
        // A few hundred decisions a second at most: one keeper does, and a submit has one partition to wait for.
        addLedger(
                specs, new LedgerNames(topics.slotRequests(), topics.slotGrants(), topics.slotState()), 1, "producer");
        specs.add(deadLetters(topics.deadLetterJobs(), sizes, "worker"));
        specs.add(deadLetters(topics.deadLetterResults(), sizes, "scorer"));
        specs.add(new TopicSpec(
                topics.deadLetterMarks(),
                "stage-partition-offset",
                "DeadLetterMark",
                sizes.deadLetters(),
                // A mark outlives its letter, or a letter at the end of its time would look open again.
                configs(
                        "cleanup.policy",
                        "compact,delete",
                        "retention.ms",
                        days(LETTER_DAYS + 10),
                        "retention.bytes",
                        NONE),
                "cli",
                "cli"));
        specs.add(new TopicSpec(
                topics.schemas(),
                "-",
                "schema text",
                1,
                // Never compacted: the id of a schema is the offset of its first occurrence + 1.
                configs("cleanup.policy", "delete", "retention.ms", NONE, "retention.bytes", NONE),
                "all",
                "all"));
        return new TopicCatalogue(specs);
    }

    public List<TopicSpec> specs() {
        return specs;
    }

    /** The three of one partition number belong together, so all have the same number of partitions. */
    private static void addLedger(List<TopicSpec> specs, LedgerNames names, int partitions, String by) {
        specs.add(new TopicSpec(
                names.requests(),
                "budget",
                "LedgerRequest",
                partitions,
                configs("cleanup.policy", "delete", "retention.ms", days(1), "retention.bytes", NONE),
                by,
                by));
        specs.add(new TopicSpec(
                names.grants(),
                "budget",
                "LedgerEntry",
                partitions,
                configs("cleanup.policy", "delete", "retention.ms", days(7), "retention.bytes", NONE),
                by,
                by + ", cli"));
        specs.add(new TopicSpec(
                names.state(),
                "partition/epoch",
                "LedgerSnapshot",
                partitions,
                // A snapshot every few seconds under the same key: without small segments nothing would be compacted.
                configs("cleanup.policy", "compact", "segment.ms", HOUR, "max.message.bytes", MAX_RECORD),
                by,
                by + ", cli"));
    }

    /** Names of the topics of one ledger. */
    private record LedgerNames(String requests, String grants, String state) {}

    /** Unworked as the lane's own, so nothing in it expires either. */
    private static TopicSpec parked(String name, TopicSizes sizes) {
        Map<String, String> configs = configs(
                "cleanup.policy",
                "delete",
                "retention.ms",
                NONE,
                "retention.bytes",
                NONE,
                "max.message.bytes",
                MAX_RECORD);
        return new TopicSpec(name, "runId/jobId", "Job", sizes.parked(), configs, "worker", "worker, cli, producer");
    }

    private static TopicSpec deadLetters(String name, TopicSizes sizes, String writer) {
        return new TopicSpec(
                name, "as the original", "the original bytes", sizes.deadLetters(), kept(LETTER_DAYS), writer, "cli");
    }

    private static Map<String, String> kept(int days) {
        return configs(
                "cleanup.policy",
                "delete",
                "retention.ms",
                days(days),
                "retention.bytes",
                NONE,
                "max.message.bytes",
                MAX_RECORD);
    }

    private static String days(int days) {
        return Long.toString(Math.multiplyExact(days, Long.parseLong(DAY)));
    }

    private static Map<String, String> configs(String... pairs) {
        Map<String, String> configs = new LinkedHashMap<>();
        for (int i = 0; i < pairs.length; i += 2) {
            configs.put(pairs[i], pairs[i + 1]);
        }
        return configs;
    }
}
