package dev.assay.cli.view;

import dev.assay.cli.read.FleetView;
import dev.assay.cli.read.FleetView.AccountState;
import dev.assay.cli.terminal.Figures;
import dev.assay.cli.terminal.Style;
import dev.assay.cli.terminal.Table;
import dev.assay.schemas.AccountBlock;
import dev.assay.schemas.AccountUnblock;
import dev.assay.schemas.FailureKind;
import dev.assay.schemas.GateClosed;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Accounts and closed gates in lines for people. */
public final class AccountLines {
    /** Blocks with a probe further away have none. */
    private static final Duration NEVER = Duration.ofDays(3_650);

    private static final int LONGEST_MESSAGE = 70;

    private AccountLines() {}

    public static List<String> of(FleetView fleet, Instant now, Style style) {
        List<String> lines = new ArrayList<>();
        if (fleet.accounts().isEmpty()) {
            lines.add("no account was ever blocked");
        } else {
            lines.addAll(accounts(fleet, now).lines(style));
        }
        List<GateClosed> gates = fleet.closedGates(now);
        if (!gates.isEmpty()) {
            lines.add("");
            Table table = new Table("CLOSED GATE", "MODEL", ">OPENS IN", "BY", "MESSAGE");
            for (GateClosed gate : gates) {
                table.row(
                        gate.getAccount(),
                        gate.getModel() == null ? "all" : gate.getModel(),
                        Figures.duration(Duration.between(now, gate.getUntil())),
                        gate.getBy(),
                        cut(gate.getMessage()));
            }
            lines.addAll(table.lines(style));
        }
        return lines;
    }

    private static Table accounts(FleetView fleet, Instant now) {
        Table table = new Table("ACCOUNT", "STATE", "KIND", "SINCE", ">NEXT PROBE", ">PROBES", "BY", "MESSAGE");
        fleet.accounts().forEach((name, state) -> {
            switch (state) {
                case AccountState.Blocked(AccountBlock block) ->
                    table.row(
                            name,
                            "blocked",
                            kind(block.getKind()),
                            block.getAt().toString(),
                            nextProbe(block, now),
                            Figures.count(block.getProbes()),
                            block.getBy(),
                            cut(block.getMessage()));
                case AccountState.Free(AccountUnblock unblock) ->
                    table.row(
                            name,
                            "free",
                            "",
                            unblock.getAt().toString(),
                            "",
                            "",
                            unblock.getBy(),
                            cut(unblock.getReason() == null ? "" : unblock.getReason()));
            }
        });
        return table;
    }

    private static String kind(FailureKind kind) {
        return kind == FailureKind.PROVIDER_BLOCKED ? "by hand" : kind.name();
    }

    private static String nextProbe(AccountBlock block, Instant now) {
        Duration left = Duration.between(now, block.getProbeAt());
        if (left.compareTo(NEVER) > 0) {
            return "never";
        }
        return left.isPositive() ? "in " + Figures.duration(left) : "with the next job";
    }

    private static String cut(String message) {
        String line = message.replaceAll("\\s+", " ").strip();
        return line.length() <= LONGEST_MESSAGE ? line : line.substring(0, LONGEST_MESSAGE - 3) + "...";
    }
}
