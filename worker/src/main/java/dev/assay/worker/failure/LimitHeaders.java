package dev.assay.worker.failure;

import dev.assay.schemas.BudgetMeasure;
import dev.assay.schemas.BudgetWindow;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Limits as response headers show them, in the two orders of words that providers use:
 * {@code x-ratelimit-remaining-tokens} and {@code anthropic-ratelimit-tokens-remaining}. What is shown as -1, or not as
 * a number at all, is not known and left out.
 */
public final class LimitHeaders {
    private static final Pattern NAME = Pattern.compile("(?:x|anthropic)-ratelimit-(?:(limit|remaining|reset)-)?"
            + "(requests|tokens|input-tokens|output-tokens)(?:-(minute|day))?"
            + "(?:-(limit|remaining|reset))?(?:-(minute|day))?");
    private static final double MOST = 1e15;

    private LimitHeaders() {}

    /** What headers show, now. */
    public static List<LimitShown> read(ResponseHeaders headers, Instant now) {
        Map<String, Map<String, String>> limits = new TreeMap<>();
        headers.byName().forEach((name, value) -> {
            Matcher parts = NAME.matcher(name);
            if (parts.matches() && (parts.group(1) == null) != (parts.group(4) == null)) {
                String what = parts.group(1) == null ? parts.group(4) : parts.group(1);
                String window = parts.group(3) == null ? parts.group(5) : parts.group(3);
                limits.computeIfAbsent(parts.group(2) + "/" + (window == null ? "" : window), key -> new TreeMap<>())
                        .put(what, value);
            }
        });
        List<LimitShown> shown = new ArrayList<>();
        limits.forEach((name, values) -> {
            Optional<Double> limit = TimeText.number(values.getOrDefault("limit", ""));
            Optional<Double> remaining = TimeText.number(values.getOrDefault("remaining", ""));
            if (limit.isPresent() && remaining.isPresent() && limit.get() > 0 && limit.get() < MOST) {
                String[] parts = name.split("/", -1);
                shown.add(new LimitShown(
                        measure(parts[0]),
                        window(parts[1]),
                        limit.get().longValue(),
                        remaining.get().longValue(),
                        TimeText.read(values.getOrDefault("reset", ""), now)));
            }
        });
        return shown;
    }

    private static BudgetMeasure measure(String name) {
        return switch (name) {
            case "requests" -> BudgetMeasure.REQUESTS;
            case "input-tokens" -> BudgetMeasure.INPUT_TOKENS;
            case "output-tokens" -> BudgetMeasure.OUTPUT_TOKENS;
            default -> BudgetMeasure.TOKENS;
        };
    }

    private static @Nullable BudgetWindow window(String name) {
        return switch (name) {
            case "minute" -> BudgetWindow.MINUTE;
            case "day" -> BudgetWindow.DAY;
            default -> null;
        };
    }
}
