package dev.assay.cli.view;

import dev.assay.cli.terminal.Bar;
import dev.assay.cli.terminal.Figures;
import dev.assay.cli.terminal.Style;
import dev.assay.deadletters.LetterCounts;
import dev.assay.deadletters.LetterCounts.Part;
import dev.assay.deadletters.LetterState;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Counts of dead letters in lines for people: the largest first, with bars that compare. */
public final class LetterCountsLines {
    private static final int BAR = 24;
    /** Of runs and tenants there may be thousands. */
    private static final int MOST = 12;

    private LetterCountsLines() {}

    public static List<String> of(LetterCounts counts, Instant now, Style style) {
        List<String> lines = new ArrayList<>();
        lines.add(style.bold(Figures.counted(counts.count(), "dead letter")) + standing(counts));
        Instant oldest = counts.oldest();
        Instant newest = counts.newest();
        if (oldest == null || newest == null) {
            return lines;
        }
        lines.add(style.dim("the latest " + Printable.age(Duration.between(newest, now)) + " ago, the oldest "
                + Printable.age(Duration.between(oldest, now)) + " ago, "
                + Figures.count(counts.bytes() >> 20) + " MiB in all"));
        add(lines, "KIND", withDamaged(counts), counts.count(), style);
        add(lines, "DISPOSITION", sorted(counts.by(Part.DISPOSITION)), counts.count(), style);
        add(lines, "TENANT", sorted(counts.by(Part.TENANT)), counts.count(), style);
        add(lines, "MODEL", sorted(counts.by(Part.MODEL)), counts.count(), style);
        add(lines, "RUN", sorted(counts.by(Part.RUN)), counts.count(), style);
        add(lines, "AGE", words(counts.byAge()), counts.count(), style);
        if (counts.byStage().size() > 1) {
            add(lines, "STAGE", words(counts.byStage()), counts.count(), style);
        }
        return lines;
    }

    /** How all of them stand. */
    private static String standing(LetterCounts counts) {
        List<String> parts = new ArrayList<>();
        for (LetterState state : LetterState.values()) {
            long count = counts.byState().getOrDefault(state, 0L);
            if (count > 0) {
                parts.add(Figures.count(count) + " " + word(state));
            }
        }
        return parts.isEmpty() ? "" : " (" + String.join(", ", parts) + " in all)";
    }

    private static Map<String, Long> withDamaged(LetterCounts counts) {
        Map<String, Long> kinds = new LinkedHashMap<>(counts.by(Part.KIND));
        if (counts.damaged() > 0) {
            kinds.put("(damaged)", counts.damaged());
        }
        return sorted(kinds);
    }

    private static void add(List<String> lines, String title, Map<String, Long> counts, long all, Style style) {
        if (counts.isEmpty()) {
            return;
        }
        lines.add("");
        lines.add(style.bold(title));
        int widest = counts.keySet().stream()
                .limit(MOST)
                .mapToInt(String::length)
                .max()
                .orElse(0);
        long shown = 0;
        long rest = all;
        for (Map.Entry<String, Long> entry : counts.entrySet()) {
            if (shown++ == MOST) {
                lines.add(style.dim("  and " + Figures.count(counts.size() - MOST) + " more with " + Figures.count(rest)
                        + " (--json has all)"));
                break;
            }
            double share = all == 0 ? 0 : (double) entry.getValue() / all;
            rest -= entry.getValue();
            lines.add(String.format(
                    Locale.ROOT,
                    "  %-" + Math.max(1, widest) + "s  %,11d  %7s  %s",
                    entry.getKey(),
                    entry.getValue(),
                    Figures.percent(share),
                    style.cyan(Bar.of(share, BAR, style))));
        }
    }

    private static Map<String, Long> sorted(Map<String, Long> counts) {
        Map<String, Long> sorted = new LinkedHashMap<>();
        counts.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue().reversed().thenComparing(Map.Entry.comparingByKey()))
                .forEach(entry -> sorted.merge(Printable.line(entry.getKey(), 60), entry.getValue(), Long::sum));
        return sorted;
    }

    private static Map<String, Long> words(Map<? extends Enum<?>, Long> counts) {
        Map<String, Long> words = new LinkedHashMap<>();
        counts.forEach((key, count) -> words.put(word(key), count));
        return words;
    }

    private static String word(Enum<?> symbol) {
        return symbol.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
