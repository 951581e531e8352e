package dev.assay.cli.view;

import dev.assay.schemas.BudgetLimit;
import dev.assay.schemas.BudgetMeasure;
import dev.assay.schemas.BudgetWindow;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The short names of limits, which are those of a worker's settings. */
public final class LimitNames {
    private static final Map<String, Kind> CALLS = new LinkedHashMap<>();
    private static final Map<String, Kind> TENANT = new LinkedHashMap<>();

    static {
        CALLS.put("rpm", new Kind(BudgetMeasure.REQUESTS, BudgetWindow.MINUTE));
        CALLS.put("tpm", new Kind(BudgetMeasure.TOKENS, BudgetWindow.MINUTE));
        CALLS.put("inputTpm", new Kind(BudgetMeasure.INPUT_TOKENS, BudgetWindow.MINUTE));
        CALLS.put("outputTpm", new Kind(BudgetMeasure.OUTPUT_TOKENS, BudgetWindow.MINUTE));
        CALLS.put("concurrency", new Kind(BudgetMeasure.REQUESTS, BudgetWindow.HELD));
        CALLS.put("rpd", new Kind(BudgetMeasure.REQUESTS, BudgetWindow.DAY));
        CALLS.put("tpd", new Kind(BudgetMeasure.TOKENS, BudgetWindow.DAY));
        TENANT.put("tokens", new Kind(BudgetMeasure.TOKENS, BudgetWindow.DAY));
        TENANT.put("money", new Kind(BudgetMeasure.MONEY, BudgetWindow.DAY));
    }

    private LimitNames() {}

    /** What a limit counts, and over what. */
    public record Kind(BudgetMeasure measure, BudgetWindow window) {
        public static Kind of(BudgetLimit limit) {
            return new Kind(limit.getMeasure(), limit.getWindow());
        }
    }

    /** The names that limits of such a budget have. */
    public static Set<String> of(boolean isTenant) {
        return (isTenant ? TENANT : CALLS).keySet();
    }

    public static Optional<Kind> kind(boolean isTenant, String name) {
        return Optional.ofNullable((isTenant ? TENANT : CALLS).get(name));
    }

    /** The name of a limit; in words where it has none. */
    public static String of(boolean isTenant, BudgetLimit limit) {
        Kind kind = Kind.of(limit);
        return (isTenant ? TENANT : CALLS)
                .entrySet().stream()
                        .filter(entry -> entry.getValue().equals(kind))
                        .map(Map.Entry::getKey)
                        .findFirst()
                        .orElse((kind.measure + "/" + kind.window).toLowerCase(Locale.ROOT));
    }
}
