package dev.assay.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.cli.exit.ExitCode;
import dev.assay.cli.exit.Trouble;
import dev.assay.cli.read.FleetReader;
import dev.assay.cli.read.FleetView;
import dev.assay.cli.terminal.Screen;
import dev.assay.cli.view.AccountJson;
import dev.assay.cli.view.AccountLines;
import dev.assay.schemas.AccountBlock;
import dev.assay.schemas.AccountUnblock;
import dev.assay.schemas.FailureKind;
import dev.assay.schemas.GateClosed;
import dev.assay.schemas.topics.Keys;
import dev.assay.schemas.topics.Names;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code assay accounts}: which accounts are blocked and which gates closed, and a person's word on it. */
@Command(
        name = "accounts",
        description = {
            "Shows blocked accounts and closed gates, and blocks and unblocks by hand.",
            "It reads and writes the fleet topic, so it works with no worker alive; workers follow within a second."
        },
        footer = {
            "",
            "Examples:",
            "  assay accounts list",
            "  assay accounts unblock eval --reason 'topped up'",
            "  assay accounts block eval --reason 'key rotation' --for 2h",
            "  assay accounts open-gate eval gpt-4o-mini --reason 'limit raised'"
        })
final class AccountsCommand implements Callable<Integer> {
    /** The probe of a block without an end. */
    private static final Instant NEVER = Instant.parse("9999-12-31T00:00:00Z");

    private static final String WITHIN = ": workers know within a second";

    private final Session session;

    AccountsCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        throw new Trouble(
                ExitCode.USAGE, "accounts: say which: list, unblock, block or open-gate", "see: assay accounts --help");
    }

    @Command(
            name = "list",
            description = "Every account that was ever blocked, how it stands, and the gates that are closed now.",
            footer = {"", "Examples:", "  assay accounts list --json | jq '.accounts[] | select(.state==\"blocked\")'"})
    int list() {
        Screen screen = session.screen();
        try (Cluster cluster = session.cluster()) {
            FleetView fleet = read(cluster);
            Instant now = session.clock().now();
            if (screen.json()) {
                session.json(AccountJson.of(fleet, now));
            } else {
                screen.say(AccountLines.of(fleet, now, screen.style()));
            }
        }
        return ExitCode.OK.number();
    }

    @Command(
            name = "unblock",
            description = "Lets calls use an account again, as after paying its bill or replacing its key.",
            footer = {"", "Examples:", "  assay accounts unblock eval --reason 'topped up'"})
    int unblock(
            @Parameters(paramLabel = "ACCOUNT", description = "the account's label") String account,
            @Option(names = "--reason", paramLabel = "TEXT", required = true, description = "why; kept with it")
                    String reason,
            @Option(names = "--force", description = "write it even where nobody blocked the account") boolean force)
            throws ExecutionException, InterruptedException {
        requireName(account);
        try (Cluster cluster = session.cluster()) {
            FleetView fleet = read(cluster);
            if (fleet.blockOf(account).isEmpty() && !force) {
                if (!fleet.accounts().containsKey(account)) {
                    throw unknown(account, fleet);
                }
                throw new Trouble(
                        ExitCode.CONFLICT,
                        "account " + account + " is not blocked; there is nothing to unblock",
                        "see: assay accounts list");
            }
            AccountUnblock unblock = AccountUnblock.newBuilder()
                    .setAccount(account)
                    .setBy(Submitter.name())
                    .setReason(reason)
                    .setAt(session.clock().now())
                    .build();
            FleetWriter.write(cluster.clients(), Keys.block(account), unblock);
        }
        return done("unblocked", account, null, "account " + account + " is unblocked" + WITHIN);
    }

    @Command(
            name = "block",
            description = "Keeps every call from an account, as for maintenance. Its jobs wait or fall back meanwhile.",
            footer = {"", "Examples:", "  assay accounts block eval --reason 'key rotation' --for 2h"})
    int block(
            @Parameters(paramLabel = "ACCOUNT", description = "the account's label, as workers' settings name it")
                    String account,
            @Option(names = "--reason", paramLabel = "TEXT", required = true, description = "why; jobs' waits name it")
                    String reason,
            @Option(
                            names = "--for",
                            paramLabel = "DURATION",
                            description = "after this a call may probe whether it works again (until unblocked)")
                    @Nullable
                    Duration duration)
            throws ExecutionException, InterruptedException {
        if (duration != null && !duration.isPositive()) {
            throw new Trouble(ExitCode.USAGE, "--for: " + duration + " (expected: > 0)", "");
        }
        requireName(account);
        try (Cluster cluster = session.cluster()) {
            FleetView fleet = read(cluster);
            Instant now = session.clock().now();
            AccountBlock block = AccountBlock.newBuilder()
                    .setAccount(account)
                    .setKind(FailureKind.PROVIDER_BLOCKED)
                    .setMessage(reason)
                    .setBy(Submitter.name())
                    .setAt(now)
                    .setProbeAt(duration == null ? NEVER : now.plus(duration))
                    .build();
            FleetWriter.write(cluster.clients(), Keys.block(account), block);
            if (!fleet.names().contains(account)) {
                session.screen()
                        .note("nobody has spoken of account " + account
                                + " before: make sure that workers' settings call it so");
            }
        }
        String end = duration == null ? " until it is unblocked" : "; a call probes it after " + duration;
        return done("blocked", account, null, "account " + account + " is blocked" + end + WITHIN);
    }

    @Command(
            name = "open-gate",
            description = "Ends the waiting for a limit; the next call probes whether it is over.",
            footer = {"", "Examples:", "  assay accounts open-gate eval --reason 'limit raised'"})
    int openGate(
            @Parameters(paramLabel = "ACCOUNT", description = "the account's label") String account,
            @Parameters(
                            paramLabel = "MODEL",
                            arity = "0..1",
                            description = "the model whose gate it is (the account's own gate)")
                    @Nullable
                    String model,
            @Option(names = "--reason", paramLabel = "TEXT", required = true, description = "why; kept with it")
                    String reason)
            throws ExecutionException, InterruptedException {
        String name = model == null ? account : account + "/" + model;
        try (Cluster cluster = session.cluster()) {
            FleetView fleet = read(cluster);
            Instant now = session.clock().now();
            boolean isClosed = fleet.closedGates(now).stream()
                    .anyMatch(gate -> gate.getAccount().equals(account)
                            && (model == null ? gate.getModel() == null : model.equals(gate.getModel())));
            if (!isClosed) {
                if (!fleet.names().contains(account)) {
                    throw unknown(account, fleet);
                }
                throw new Trouble(ExitCode.CONFLICT, "no gate of " + name + " is closed", "see: assay accounts list");
            }
            GateClosed opened = GateClosed.newBuilder()
                    .setAccount(account)
                    .setModel(model)
                    .setUntil(now)
                    .setMessage(reason)
                    .setBy(Submitter.name())
                    .setAt(now)
                    .build();
            FleetWriter.write(cluster.clients(), Keys.gate(account, model == null ? "" : model), opened);
        }
        return done("opened", account, model, "the gate of " + name + " opens for a probe" + WITHIN);
    }

    private FleetView read(Cluster cluster) {
        cluster.require(List.of(cluster.clients().settings().topics().fleet()));
        FleetView fleet = FleetReader.read(cluster.clients());
        if (fleet.damaged() > 0) {
            session.screen().warn(fleet.damaged() + " records of the fleet topic cannot be read and were passed over");
        }
        return fleet;
    }

    private int done(String what, String account, @Nullable String model, String words) {
        Screen screen = session.screen();
        if (screen.json()) {
            ObjectNode answer = session.object();
            answer.put("account", account);
            if (model != null) {
                answer.put("model", model);
            }
            answer.put(what, true);
            session.json(answer);
        } else {
            screen.say(words);
        }
        return ExitCode.OK.number();
    }

    private static Trouble unknown(String account, FleetView fleet) {
        String known = fleet.names().isEmpty() ? "none" : String.join(", ", fleet.names());
        return new Trouble(
                ExitCode.NOT_FOUND,
                "nobody has spoken of an account " + account + " (known: " + known + ")",
                "list them: assay accounts list");
    }

    private static void requireName(String account) {
        if (!Names.isName(account)) {
            throw new Trouble(
                    ExitCode.USAGE,
                    "account: '" + account + "' (expected: letters, digits, '.', '_' or '-', the first a letter or"
                            + " digit)",
                    "");
        }
    }
}
