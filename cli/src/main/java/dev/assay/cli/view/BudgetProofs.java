package dev.assay.cli.view;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.cli.read.BudgetProof;
import dev.assay.cli.terminal.Figures;
import dev.assay.cli.terminal.Style;
import dev.assay.cli.terminal.Table;
import dev.assay.schemas.Amounts;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Whether the ledger and the results tell the same, for people and for programs. */
public final class BudgetProofs {
    private BudgetProofs() {}

    public static List<String> lines(List<BudgetProof> proofs, Style style) {
        if (proofs.isEmpty()) {
            return List.of("no budget was charged today");
        }
        Table table = new Table("BUDGET", "TODAY", ">REQUESTS", ">INPUT TOKENS", ">OUTPUT TOKENS", ">MONEY");
        List<String> words = new ArrayList<>();
        for (BudgetProof proof : proofs) {
            row(table, proof.budget(), "charged, known", proof.ledger());
            row(table, "", "in results", proof.results());
            row(table, "", "difference", proof.difference());
            row(table, "", "charged, uncertain", proof.uncertain());
            row(table, "", "reserved, under way", proof.underWay());
            words.add(word(proof, style));
        }
        List<String> lines = new ArrayList<>(table.lines(style));
        lines.add("");
        lines.addAll(words);
        return lines;
    }

    public static ObjectNode json(List<BudgetProof> proofs) {
        ObjectNode object = JsonNodeFactory.instance.objectNode();
        object.put("holds", proofs.stream().allMatch(BudgetProof::holds));
        var all = object.putArray("budgets");
        for (BudgetProof proof : proofs) {
            ObjectNode node = all.addObject();
            node.put("budget", proof.budget());
            node.put("holds", proof.holds());
            BudgetJson.put(node.putObject("charged"), proof.ledger());
            BudgetJson.put(node.putObject("results"), proof.results());
            BudgetJson.put(node.putObject("difference"), proof.difference());
            BudgetJson.put(node.putObject("uncertain"), proof.uncertain());
            BudgetJson.put(node.putObject("underWay"), proof.underWay());
            node.put("unpriced", proof.unpriced());
        }
        return object;
    }

    private static void row(Table table, String budget, String what, Amounts amounts) {
        table.row(
                budget,
                what,
                Figures.count(amounts.getRequests()),
                Figures.count(amounts.getInputTokens()),
                Figures.count(amounts.getOutputTokens()),
                String.format(Locale.ROOT, "%,.6f", amounts.getMoney() / 1e6));
    }

    private static String word(BudgetProof proof, Style style) {
        String money = proof.unpriced() > 0
                ? "; money is not compared, " + Figures.counted(proof.unpriced(), "attempt") + " without a price"
                : "";
        if (proof.holds()) {
            return style.green(style.tick()) + " " + proof.budget() + ": the ledger and the results are equal" + money;
        }
        Amounts difference = proof.difference();
        boolean isMore = difference.getRequests() >= 0
                && difference.getInputTokens() >= 0
                && difference.getOutputTokens() >= 0
                && difference.getMoney() >= 0;
        return style.red(style.cross()) + " " + proof.budget()
                + (isMore
                        ? ": charged and not in results: calls of jobs that have no result yet, or of a worker that"
                                + " died before it had stored theirs"
                        : ": in results and not charged: calls from before the budget had limits, or made past the"
                                + " ledger")
                + money;
    }
}
