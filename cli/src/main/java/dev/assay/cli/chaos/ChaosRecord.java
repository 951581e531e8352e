package dev.assay.cli.chaos;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.cli.terminal.Style;
import dev.assay.cli.view.VerificationJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A chaos run, as it is kept.
 *
 * @param at when it had ended
 * @param options what it was made of
 * @param plan the faults as planned
 * @param took how long it took, start and verification included
 * @param evidence what it is judged by
 * @param ledger what the evidence adds up to
 * @param promises what had to hold, and what was seen
 */
public record ChaosRecord(
        Instant at,
        ChaosOptions options,
        FaultPlan plan,
        Duration took,
        ChaosEvidence evidence,
        Ledger ledger,
        List<Promise> promises) {
    private static final DateTimeFormatter NAME =
            DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);
    private static final JsonMapper MAPPER = new JsonMapper();

    public ChaosRecord {
        promises = List.copyOf(promises);
    }

    static ChaosRecord of(Instant at, ChaosOptions options, FaultPlan plan, Duration took, ChaosEvidence evidence) {
        Ledger ledger = Ledger.of(evidence);
        return new ChaosRecord(at, options, plan, took, evidence, ledger, Promise.of(evidence, ledger));
    }

    /** Whether every promise held. */
    public boolean isRight() {
        return promises.stream().allMatch(promise -> promise.seen().isRight());
    }

    /** The table for people. */
    public List<String> lines(Style style) {
        return ChaosTable.of(this, style);
    }

    /** The run in one line. */
    public String line() {
        return ChaosTable.sum(this);
    }

    /** What became of each fault, in order. */
    List<Optional<Duration>> recoveries() {
        List<Optional<Duration>> all = new ArrayList<>();
        for (int i = 0; i < evidence.faults().size(); i++) {
            all.add(Recovery.of(evidence.faults().get(i), ledger.inFlightAt().get(i), evidence));
        }
        return all;
    }

    /** The longest of them; zero where there was none. */
    Duration longestRecovery() {
        return recoveries().stream()
                .flatMap(Optional::stream)
                .max(Duration::compareTo)
                .orElse(Duration.ZERO);
    }

    public ObjectNode json() {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.put("at", at.toString());
        node.put("seed", options.seed());
        node.put("jobs", options.jobs());
        node.put("minutes", options.lasting().toMillis() / 60_000.0);
        node.put("everyMillis", options.every().toMillis());
        node.put("brokers", options.brokers());
        node.put("latencyMillis", options.latency().toMillis());
        node.put("tookMillis", took.toMillis());
        node.put("verdict", word(isRight()));
        ArrayNode held = node.putArray("promises");
        promises.forEach(promise -> held.addObject()
                .put("promise", promise.code())
                .put("what", promise.words())
                .put("seen", promise.seen().words())
                .put("held", promise.seen().isRight()));
        node.set("counts", counts());
        node.put("longestRecoveryMillis", longestRecovery().toMillis());
        node.set("faults", faults());
        ArrayNode planned = node.putArray("plan");
        plan.lines().forEach(line -> planned.add(line.strip()));
        ArrayNode ended = node.putArray("ended");
        evidence.ended()
                .forEach(one -> ended.addObject()
                        .put("process", one.process())
                        .put("at", one.at().toString())
                        .put("code", one.code())
                        .put("wasReady", one.wasReady())
                        .put("log", one.tail()));
        node.set("verification", VerificationJson.of(evidence.verification()));
        return node;
    }

    private ObjectNode counts() {
        return JsonNodeFactory.instance
                .objectNode()
                .put("enqueued", evidence.enqueued())
                .put("results", evidence.results().size())
                .put("scores", evidence.scores().size())
                .put("lost", ledger.lost())
                .put("doubledResults", ledger.doubledResults())
                .put("doubledScores", ledger.doubledScores())
                .put("deadLetters", evidence.letters().size())
                .put("calls", ledger.calls())
                .put("duplicateCalls", ledger.duplicateCalls())
                .put("inFlightAtFaults", ledger.inFlight())
                .put("unexplainedCalls", ledger.unexplained())
                .put("remainder", evidence.verification().remainder());
    }

    private ArrayNode faults() {
        ArrayNode faults = JsonNodeFactory.instance.arrayNode();
        List<Optional<Duration>> recoveries = recoveries();
        for (int i = 0; i < recoveries.size(); i++) {
            FaultDone done = evidence.faults().get(i);
            ObjectNode fault = faults.addObject()
                    .put("kind", done.fault().kind().label())
                    .put("process", done.process())
                    .put("plannedMillis", done.fault().at().toMillis())
                    .put(
                            "downMillis",
                            done.fault().until().minus(done.fault().at()).toMillis())
                    .put("at", done.at().toString())
                    .put("unfinished", done.unfinished())
                    .put("inFlight", ledger.inFlightAt().get(i).size());
            recoveries.get(i).ifPresent(took -> fault.put("recoveryMillis", took.toMillis()));
        }
        return faults;
    }

    /**
     * Keeps it as JSON and as text in a directory, and beside them what it was judged by where a promise was broken.
     *
     * @param stage the directory that the run was played in
     * @return the JSON file
     */
    public Path keep(Path directory, Path stage) throws IOException {
        Files.createDirectories(directory);
        String name = "chaos-" + NAME.format(at) + "-seed" + options.seed();
        Path file = directory.resolve(name + ".json");
        Files.writeString(file, MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(json()) + "\n");
        Files.writeString(directory.resolve(name + ".txt"), String.join("\n", lines(Style.PLAIN)) + "\n");
        if (!isRight()) {
            ChaosEvidenceFiles.keep(evidence, stage, directory.resolve(name));
        }
        return file;
    }

    static String word(boolean isRight) {
        return isRight ? "OK" : "NO";
    }
}
