package dev.assay.scorer.report;

import dev.assay.schemas.Score;
import dev.assay.schemas.ScorePart;
import dev.assay.scorer.stats.Kappa;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;

/** How far judges agree, pair by pair: who passed what both of them judged. Bounded by the number of judges kept. */
final class Agreement {
    private static final int MOST_PAIRS = 28;

    private final Map<Pair, long[][]> tables = new TreeMap<>();

    private record Pair(String first, String second) implements Comparable<Pair> {
        @Override
        public int compareTo(Pair other) {
            int byFirst = first.compareTo(other.first);
            return byFirst != 0 ? byFirst : second.compareTo(other.second);
        }
    }

    /**
     * Two judges.
     *
     * @param n answers that both judged
     * @param agreed of these, those of which they said the same
     * @param kappa Cohen's; empty where it is not defined
     */
    record Row(String first, String second, long n, long agreed, OptionalDouble kappa) {}

    void add(Score score) {
        List<ScorePart> judges = score.getParts().stream()
                .filter(part -> !part.getJudgeCalls().isEmpty() && part.getPassed() != null)
                .toList();
        for (int i = 0; i < judges.size(); i++) {
            for (int j = i + 1; j < judges.size(); j++) {
                add(judges.get(i), judges.get(j));
            }
        }
    }

    private void add(ScorePart first, ScorePart second) {
        Pair pair = new Pair(first.getScorer(), second.getScorer());
        if (tables.size() < MOST_PAIRS || tables.containsKey(pair)) {
            long[][] table = tables.computeIfAbsent(pair, unseen -> new long[2][2]);
            table[index(first)][index(second)]++;
        }
    }

    private static int index(ScorePart part) {
        return Boolean.TRUE.equals(part.getPassed()) ? 0 : 1;
    }

    List<Row> rows() {
        List<Row> rows = new ArrayList<>();
        tables.forEach((pair, table) -> {
            long agreed = table[0][0] + table[1][1];
            rows.add(new Row(pair.first(), pair.second(), agreed + table[0][1] + table[1][0], agreed, Kappa.of(table)));
        });
        return rows;
    }
}
