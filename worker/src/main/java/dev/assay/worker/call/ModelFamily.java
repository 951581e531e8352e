package dev.assay.worker.call;

import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Whether two model names mean the same model. Providers answer an alias with the name of the dated version behind it
 * ({@code gpt-4o} with {@code gpt-4o-2024-08-06}), and gateways put the vendor in front; neither is a drift.
 */
final class ModelFamily {
    private static final Pattern VERSION =
            Pattern.compile("[-@:](?:\\d{4}-\\d{2}-\\d{2}|\\d{2}-\\d{2}-\\d{4}|\\d{3,8}|latest)$");

    private ModelFamily() {}

    static boolean isSame(String one, String other) {
        return family(one).equals(family(other));
    }

    private static String family(String model) {
        String name = model.substring(model.lastIndexOf('/') + 1).toLowerCase(Locale.ROOT);
        return VERSION.matcher(name).replaceFirst("");
    }
}
