package dev.assay.cli.view;

import dev.assay.cli.terminal.Style;
import dev.assay.schemas.Outcome;

/** How outcomes are called and coloured wherever they are shown. */
final class OutcomeNames {
    private OutcomeNames() {}

    static String name(Outcome outcome) {
        return switch (outcome) {
            case SCORED -> "scored";
            case TRUNCATED -> "truncated";
            case FILTERED -> "filtered";
            case REFUSED -> "refused";
            case EMPTY -> "empty";
            case UNSCORED -> "unscored";
            case EXPIRED -> "expired";
            case CANCELLED -> "cancelled";
            case DEAD_LETTERED -> "dead-lettered";
        };
    }

    static String paint(Outcome outcome, String text, Style style) {
        return switch (outcome) {
            case SCORED -> style.green(text);
            case TRUNCATED, FILTERED, REFUSED, EMPTY, UNSCORED -> style.yellow(text);
            case EXPIRED, CANCELLED -> style.blue(text);
            case DEAD_LETTERED -> style.red(text);
        };
    }
}
