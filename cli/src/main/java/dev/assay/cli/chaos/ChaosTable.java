package dev.assay.cli.chaos;

import dev.assay.cli.terminal.Figures;
import dev.assay.cli.terminal.Style;
import dev.assay.cli.terminal.Table;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** A chaos run for people: each fault with how long its work was away, then each promise with what was seen of it. */
final class ChaosTable {
    private ChaosTable() {}

    static List<String> of(ChaosRecord record, Style style) {
        List<String> lines = new ArrayList<>(faults(record).lines(style));
        lines.add("");
        for (Promise promise : record.promises()) {
            String line = String.format(
                    Locale.ROOT,
                    "%-2s  %-74s  %s",
                    ChaosRecord.word(promise.seen().isRight()),
                    promise.words(),
                    promise.seen().words());
            lines.add(promise.seen().isRight() ? line : style.red(line + "  " + style.cross()));
        }
        for (Ended ended : record.evidence().ended()) {
            lines.add(style.dim("    " + ended.process() + " ended by itself with code " + ended.code()
                    + (ended.wasReady() ? "" : " before it was ready") + ", and was started again"));
        }
        lines.add(record.isRight() ? style.green(sum(record)) : style.red(sum(record)));
        return lines;
    }

    /** The run in one line. */
    static String sum(ChaosRecord record) {
        return ChaosRecord.word(record.isRight()) + "  seed " + record.options().seed() + ": "
                + Figures.counted(record.ledger().calls(), "call") + " for "
                + Figures.counted(record.options().jobs(), "job") + ", "
                + Figures.counted(record.evidence().faults().size(), "fault") + ", "
                + Figures.counted(record.ledger().inFlight(), "call") + " in flight at them, longest recovery "
                + Figures.duration(record.longestRecovery()) + ", " + Figures.duration(record.took()) + ", "
                + record.at();
    }

    /** One line for each seed. */
    static List<String> of(List<ChaosRecord> records, Style style) {
        Table table = new Table(
                ">seed",
                "verdict",
                ">lost",
                ">doubled",
                ">scores",
                ">letters",
                ">calls",
                ">duplicate",
                ">in flight",
                ">remainder",
                ">recovery",
                ">took");
        for (ChaosRecord record : records) {
            Ledger ledger = record.ledger();
            table.row(
                    String.valueOf(record.options().seed()),
                    ChaosRecord.word(record.isRight()),
                    Figures.count(ledger.lost()),
                    Figures.count(ledger.doubledResults()),
                    Figures.count(ledger.doubledScores()),
                    Figures.count(record.evidence().letters().size()),
                    Figures.count(ledger.calls()),
                    Figures.count(ledger.duplicateCalls()),
                    Figures.count(ledger.inFlight()),
                    Figures.count(record.evidence().verification().remainder()),
                    Figures.duration(record.longestRecovery()),
                    Figures.duration(record.took()));
        }
        return table.lines(style);
    }

    private static Table faults(ChaosRecord record) {
        Table table = new Table(">at", "fault", "process", ">down", ">in flight", ">unfinished", ">back after");
        List<Optional<Duration>> recoveries = record.recoveries();
        for (int i = 0; i < recoveries.size(); i++) {
            FaultDone done = record.evidence().faults().get(i);
            Fault fault = done.fault();
            table.row(
                    Figures.duration(fault.at()),
                    fault.kind().label(),
                    done.process(),
                    Figures.duration(fault.until().minus(fault.at())),
                    Figures.count(record.ledger().inFlightAt().get(i).size()),
                    Figures.count(done.unfinished()),
                    recoveries.get(i).map(Figures::duration).orElse("-"));
        }
        return table;
    }
}
