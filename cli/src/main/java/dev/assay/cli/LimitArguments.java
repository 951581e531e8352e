package dev.assay.cli;

import dev.assay.cli.exit.ExitCode;
import dev.assay.cli.exit.Trouble;
import dev.assay.cli.view.LimitNames;
import dev.assay.cli.view.Quotas;
import dev.assay.schemas.BudgetLimit;
import dev.assay.schemas.BudgetMeasure;
import dev.assay.schemas.topics.BudgetIds;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Limits as they are written on a command line: {@code rpm=600 tpm=60000 concurrency=none}. */
final class LimitArguments {
    private static final String NONE = "none";
    private static final String SEE = "see: assay budgets set --help";
    private static final int MICROS = 6;
    private static final BigDecimal MOST = BigDecimal.valueOf(1_000_000_000_000L);

    private LimitArguments() {}

    /** The budget's limits with these in the place of those of the same names; the others stay. */
    static List<BudgetLimit> apply(String budget, List<BudgetLimit> limits, List<String> arguments) {
        Map<LimitNames.Kind, BudgetLimit> all = new LinkedHashMap<>();
        limits.forEach(limit -> all.put(LimitNames.Kind.of(limit), limit));
        for (String argument : arguments) {
            int equals = argument.indexOf('=');
            String name = equals < 0 ? argument : argument.substring(0, equals);
            boolean isTenant = BudgetIds.isTenant(budget);
            LimitNames.Kind kind = LimitNames.kind(isTenant, name)
                    .filter(found -> equals > 0)
                    .orElseThrow(() -> wrong("limit: " + argument + " (expected: NAME=NUMBER, with NAME one of "
                            + String.join(", ", LimitNames.of(isTenant)) + ")"));
            String value = argument.substring(equals + 1);
            if (value.equals(NONE)) {
                all.remove(kind);
            } else {
                all.put(kind, Quotas.kept(budget, limit(kind, name, value)));
            }
        }
        if (all.isEmpty()) {
            throw wrong("limits: none is left (expected: at least one; to take back what was set by hand:"
                    + " assay budgets unset)");
        }
        return new ArrayList<>(all.values());
    }

    private static BudgetLimit limit(LimitNames.Kind kind, String name, String value) {
        boolean isMoney = kind.measure() == BudgetMeasure.MONEY;
        String expected = isMoney ? "a number > 0, such as 25.50, or none" : "a whole number >= 1, or none";
        try {
            BigDecimal number = new BigDecimal(value);
            if (number.signum() > 0 && number.compareTo(MOST) <= 0) {
                long amount = (isMoney ? number.movePointRight(MICROS) : number).longValueExact();
                return BudgetLimit.newBuilder()
                        .setMeasure(kind.measure())
                        .setWindow(kind.window())
                        .setAmount(amount)
                        .build();
            }
        } catch (ArithmeticException | NumberFormatException e) {
            throw new Trouble(ExitCode.USAGE, name + ": " + value + " (expected: " + expected + ")", SEE, e);
        }
        throw wrong(name + ": " + value + " (expected: " + expected + ")");
    }

    private static Trouble wrong(String complaint) {
        return new Trouble(ExitCode.USAGE, complaint, SEE);
    }
}
