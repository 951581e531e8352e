package dev.assay.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.budget.ledger.LimitView;
import dev.assay.cli.exit.ExitCode;
import dev.assay.cli.exit.Trouble;
import dev.assay.cli.read.BudgetStanding;
import dev.assay.cli.read.BudgetsReader;
import dev.assay.cli.read.FleetReader;
import dev.assay.cli.read.FleetView;
import dev.assay.cli.read.LaneView;
import dev.assay.cli.read.LanesReader;
import dev.assay.cli.terminal.Figures;
import dev.assay.cli.terminal.Screen;
import dev.assay.cli.view.LaneJson;
import dev.assay.cli.view.LaneLines;
import dev.assay.producer.SendSettings;
import dev.assay.runtime.Answers;
import dev.assay.schemas.LaneBound;
import dev.assay.schemas.topics.BudgetIds;
import dev.assay.schemas.topics.Keys;
import dev.assay.schemas.topics.Topics;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code assay lanes}: how full the lanes are, and how full they may be. */
@Command(
        name = "lanes",
        description = {
            "Shows how full every lane is, and sets how many unfinished jobs one may hold.",
            "A bound is kept in the fleet topic; submits that are under way follow it before their next chunk, and all"
                    + " together never exceed it. Where a submit states one too (--bound), the lower of the two holds."
        },
        footer = {
            "",
            "Examples:",
            "  assay lanes list",
            "  assay lanes bound batch 20000 --reason 'the provider is slow today'",
            "  assay lanes bound batch 5000 --tenant acme --reason 'a few at a time'",
            "  assay lanes bound batch --reset"
        })
final class LanesCommand implements Callable<Integer> {
    private final Session session;

    LanesCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        throw new Trouble(ExitCode.USAGE, "lanes: say which: list or bound", "see: assay lanes --help");
    }

    @Command(
            name = "list",
            description = {
                "Every lane: its bound and who set it, what is queued, parked and in flight, the slots that"
                        + " submits have in hand, the age of the oldest"
                        + " unfinished job, and the workers of its group."
            },
            footer = {
                "",
                "Examples:",
                "  assay lanes list --over 10s             with how fast each drains",
                "  assay lanes list --json | jq '.lanes[] | select(.unfinished >= .bound)'"
            })
    int list(
            @Option(
                            names = "--over",
                            paramLabel = "DURATION",
                            description = "read twice, so far apart, and show how fast each lane drains")
                    @Nullable
                    Duration over)
            throws InterruptedException {
        if (over != null && !over.isPositive()) {
            throw new Trouble(ExitCode.USAGE, "--over: " + over + " (expected: > 0)", "");
        }
        Screen screen = session.screen();
        try (Cluster cluster = session.cluster()) {
            FleetView fleet = fleet(cluster);
            LanesReader reader = new LanesReader(cluster.clients(), cluster.admin());
            SortedMap<String, LaneView> lanes = reader.read(fleet);
            if (over != null) {
                SortedMap<String, LaneView> before = lanes;
                long began = session.clock().nanos();
                session.clock().pause(over);
                lanes = reader.read(fleet);
                double seconds = (session.clock().nanos() - began) / 1e9;
                lanes.replaceAll((name, lane) -> lane.since(before.getOrDefault(name, lane), seconds));
            }
            addSlots(lanes, cluster);
            if (screen.json()) {
                session.json(LaneJson.of(lanes.values()));
            } else {
                screen.say(LaneLines.of(lanes.values(), session.clock().now(), screen.style()));
            }
        }
        return ExitCode.OK.number();
    }

    /** What submits have in hand of the lanes that have a bound of their own. */
    private void addSlots(SortedMap<String, LaneView> lanes, Cluster cluster) throws InterruptedException {
        Topics topics = cluster.clients().settings().topics();
        boolean isBounded = lanes.values().stream()
                .anyMatch(lane -> lane.bound() != null || !lane.tenantBounds().isEmpty());
        Set<String> existing = Answers.await(cluster.admin().listTopics().names());
        if (!isBounded
                || !existing.containsAll(List.of(topics.slotRequests(), topics.slotGrants(), topics.slotState()))) {
            return;
        }
        try (BudgetsReader slots = BudgetsReader.ofSlots(cluster.clients(), cluster.admin(), session.clock())) {
            for (BudgetStanding standing : slots.read()) {
                List<LimitView> uses = standing.view().uses();
                if (!uses.isEmpty()) {
                    LaneView.Slots inHand = new LaneView.Slots(uses.getFirst().reserved(), standing.waiting());
                    lanes.computeIfPresent(BudgetIds.laneOf(standing.budget()), (name, lane) -> lane.with(inHand));
                }
            }
        } catch (TimeoutException e) {
            session.screen().warn("what submits have in hand is not shown: " + e.getMessage());
        }
    }

    @Command(
            name = "bound",
            description = {
                "Sets how many unfinished jobs a lane may hold (queued, parked and in flight), or takes that back; with"
                        + " --tenant how many of them one tenant may have.",
                "Below what it holds now, nothing more enters until it has drained; 0 lets nothing in."
            },
            footer = {
                "",
                "Examples:",
                "  assay lanes bound batch 20000 --reason 'the provider is slow today'",
                "  assay lanes bound batch 0 --reason 'maintenance'",
                "  assay lanes bound batch 5000 --tenant acme --reason 'a few at a time'",
                "  assay lanes bound batch --reset --reason 'over'"
            })
    int bound(
            @Parameters(paramLabel = "LANE", description = "the lane") String lane,
            @Parameters(paramLabel = "N", arity = "0..1", description = "unfinished jobs at most: 0, or 2 and more")
                    @Nullable
                    Long jobs,
            @Option(names = "--reason", paramLabel = "TEXT", description = "why; kept with it, and needed with N")
                    @Nullable
                    String reason,
            @Option(names = "--tenant", paramLabel = "NAME", description = "of this tenant's jobs (all together)")
                    @Nullable
                    String tenant,
            @Option(names = "--reset", description = "take the lane's own bound back: the default holds again")
                    boolean reset)
            throws ExecutionException, InterruptedException {
        requireOneOf(jobs, reason, reset);
        if (tenant != null && tenant.isBlank()) {
            throw new Trouble(ExitCode.USAGE, "--tenant: empty (expected: a tenant's name)", "");
        }
        String whose = "lane " + lane + (tenant == null ? "" : ", tenant " + tenant + ",");
        try (Cluster cluster = session.cluster()) {
            FleetView fleet = fleet(cluster);
            List<String> names = new LanesReader(cluster.clients(), cluster.admin()).names();
            if (!names.contains(lane)) {
                throw new Trouble(
                        ExitCode.NOT_FOUND,
                        "no lane " + lane + " on this cluster (lanes: "
                                + (names.isEmpty() ? "none" : String.join(", ", names)) + ")",
                        "list them: assay lanes list");
            }
            boolean isBounded = tenant == null
                    ? fleet.boundOf(lane).isPresent()
                    : fleet.tenantBoundsOf(lane).stream().anyMatch(bound -> tenant.equals(bound.getTenant()));
            if (reset && !isBounded) {
                throw new Trouble(
                        ExitCode.CONFLICT,
                        whose + " has no bound of its own; there is nothing to reset",
                        "see: assay lanes list");
            }
            LaneBound word = LaneBound.newBuilder()
                    .setLane(lane)
                    .setTenant(tenant)
                    .setBound(jobs)
                    .setBy(Submitter.name())
                    .setReason(reason == null ? "" : reason)
                    .setAt(session.clock().now())
                    .build();
            String key = tenant == null ? Keys.laneBound(lane) : Keys.laneBound(lane, tenant);
            FleetWriter.write(cluster.clients(), key, word);
        }
        return done(lane, tenant, whose, jobs);
    }

    private static void requireOneOf(@Nullable Long jobs, @Nullable String reason, boolean reset) {
        String complaint = null;
        if (reset == (jobs != null)) {
            complaint = "bound: " + (reset ? "a number and --reset" : "neither a number nor --reset")
                    + " (expected: one of them)";
        } else if (jobs != null && (jobs < 0 || jobs == 1)) {
            complaint = "bound: " + jobs + " (expected: 0 to let nothing in, or >= 2)";
        } else if (jobs != null && (reason == null || reason.isBlank())) {
            complaint = "--reason: missing (expected: why the bound is changed)";
        }
        if (complaint != null) {
            throw new Trouble(ExitCode.USAGE, complaint, "see: assay lanes bound --help");
        }
    }

    private FleetView fleet(Cluster cluster) {
        cluster.require(List.of(cluster.clients().settings().topics().fleet()));
        FleetView fleet = FleetReader.read(cluster.clients());
        if (fleet.damaged() > 0) {
            session.screen().warn(fleet.damaged() + " records of the fleet topic cannot be read and were passed over");
        }
        return fleet;
    }

    private int done(String lane, @Nullable String tenant, String whose, @Nullable Long jobs) {
        Screen screen = session.screen();
        if (screen.json()) {
            ObjectNode answer = session.object();
            answer.put("lane", lane);
            if (tenant != null) {
                answer.put("tenant", tenant);
                answer.put("bound", jobs);
            } else {
                answer.put("bound", jobs == null ? SendSettings.STANDARD_BOUND : jobs);
                answer.put("boundFrom", jobs == null ? "default" : "lane");
            }
            session.json(answer);
        } else {
            String none = tenant == null
                    ? " (" + Figures.count(SendSettings.STANDARD_BOUND) + " where a submit states none)"
                    : "";
            String what = jobs == null
                    ? "has no bound of its own any more" + none
                    : jobs == 0 ? "lets nothing in" : "may hold " + Figures.counted(jobs, "unfinished job");
            screen.say(whose + " " + what + ": submits follow within 3 seconds");
        }
        return ExitCode.OK.number();
    }
}
