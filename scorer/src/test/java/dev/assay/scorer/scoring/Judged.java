package dev.assay.scorer.scoring;

import dev.assay.schemas.ScorerUse;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Answers judged by a scorer of the standard set, for tables of cases. */
final class Judged {
    private Judged() {}

    static Verdict by(String scorer, List<String> targets, Map<String, String> options, String answer) {
        ScorerUse use = use(scorer, targets, options);
        return Scorers.standard().named(scorer).orElseThrow().prepare(use).judge(answer);
    }

    static ScorerUse use(String scorer, List<String> targets, Map<String, String> options) {
        return ScorerUse.newBuilder()
                .setScorer(scorer)
                .setTargets(targets)
                .setOptions(options)
                .build();
    }

    /** Options written as {@code name=value} with {@code ;} between them; empty for none. */
    static Map<String, String> options(String text) {
        Map<String, String> options = new TreeMap<>();
        for (String pair : text.split(";", -1)) {
            if (!pair.isBlank()) {
                int equals = pair.indexOf('=');
                options.put(pair.substring(0, equals).strip(), pair.substring(equals + 1));
            }
        }
        return options;
    }

    /** The verdict in short: {@code right}, {@code wrong} or the code of the reason. */
    static String inShort(Verdict verdict) {
        return switch (verdict) {
            case Verdict.Scored scored -> scored.passed() ? "right" : "wrong";
            case Verdict.Unscored unscored -> unscored.reason().code();
        };
    }
}
