package dev.assay.worker.failure;

import dev.assay.schemas.BudgetMeasure;
import dev.assay.schemas.BudgetWindow;
import java.time.Instant;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a refusal says of the limit that it is for: {@code tokens per min (TPM): Limit 7000, Used 0, Requested ~12903}.
 * A request larger than the whole limit never passes, whatever the same message says about trying again.
 *
 * @param measure what the limit counts; null where that is not said
 * @param window over what it counts; null where that is not said
 * @param limit its amount
 * @param used what was used of it when it refused
 * @param requested what the request asked for
 */
public record LimitSaid(
        @Nullable BudgetMeasure measure,
        @Nullable BudgetWindow window,
        OptionalLong limit,
        OptionalLong used,
        OptionalLong requested) {
    public static final LimitSaid NOTHING =
            new LimitSaid(null, null, OptionalLong.empty(), OptionalLong.empty(), OptionalLong.empty());

    private static final Pattern LIMIT = amount("limit(?: is)?");
    private static final Pattern USED = amount("(?:used|current)");
    private static final Pattern REQUESTED = amount("requested");
    private static final Pattern INPUT = Pattern.compile("(?i)\\binput[- ]tokens?\\b");
    private static final Pattern OUTPUT = Pattern.compile("(?i)\\boutput[- ]tokens?\\b");
    private static final Pattern TOKENS = Pattern.compile("(?i)\\btokens? per\\b|\\bTP[MD]\\b");
    private static final Pattern REQUESTS = Pattern.compile("(?i)\\brequests? per\\b|\\bRP[MD]\\b");
    private static final Pattern HELD = Pattern.compile("(?i)\\bconcurren(?:t|cy)\\b");
    private static final Pattern MINUTE = Pattern.compile("(?i)\\bper[- ]min(?:ute)?\\b|\\b[RT]PM\\b");
    private static final Pattern DAY = Pattern.compile("(?i)\\bper[- ]day\\b|\\bdaily\\b|\\b[RT]PD\\b");
    private static final int LONGEST = 4_096;

    /** What a refusal's words say and, where they leave it open, its headers. */
    static LimitSaid read(String message, ResponseHeaders headers, Instant now) {
        LimitSaid words = ofWords(message);
        return words.used.isPresent() || words.window == BudgetWindow.HELD ? words : words.with(headers, now);
    }

    static boolean isOverLimit(String message) {
        LimitSaid said = ofWords(message);
        return said.limit.isPresent()
                && said.requested.isPresent()
                && said.requested.getAsLong() > said.limit.getAsLong();
    }

    private static LimitSaid ofWords(String message) {
        String head = Words.unquoted(message.length() > LONGEST ? message.substring(0, LONGEST) : message);
        BudgetMeasure measure = measure(head);
        return new LimitSaid(
                measure, window(head, measure), number(LIMIT, head), number(USED, head), number(REQUESTED, head));
    }

    private static @Nullable BudgetMeasure measure(String words) {
        if (REQUESTS.matcher(words).find()) {
            return BudgetMeasure.REQUESTS;
        }
        if (INPUT.matcher(words).find()) {
            return BudgetMeasure.INPUT_TOKENS;
        }
        if (OUTPUT.matcher(words).find()) {
            return BudgetMeasure.OUTPUT_TOKENS;
        }
        if (TOKENS.matcher(words).find()) {
            return BudgetMeasure.TOKENS;
        }
        return HELD.matcher(words).find() ? BudgetMeasure.REQUESTS : null;
    }

    private static @Nullable BudgetWindow window(String words, @Nullable BudgetMeasure measure) {
        if (DAY.matcher(words).find()) {
            return BudgetWindow.DAY;
        }
        if (MINUTE.matcher(words).find()) {
            return BudgetWindow.MINUTE;
        }
        return measure != null && HELD.matcher(words).find() ? BudgetWindow.HELD : null;
    }

    /** Takes from headers what words do not say: the first limit that fits the words and of which nothing is left. */
    private LimitSaid with(ResponseHeaders headers, Instant now) {
        for (LimitShown shown : LimitHeaders.read(headers, now)) {
            BudgetWindow itsWindow = shown.window();
            boolean isSame = (measure == null || measure == shown.measure())
                    && (window == null || itsWindow == null || window == itsWindow);
            if (isSame && shown.remaining() == 0) {
                return new LimitSaid(
                        shown.measure(),
                        window == null ? itsWindow : window,
                        OptionalLong.of(shown.limit()),
                        OptionalLong.of(shown.limit()),
                        requested);
            }
        }
        return this;
    }

    private static Pattern amount(String name) {
        return Pattern.compile("(?i)\\b" + name + "[:= ]{1,3}~?(\\d[\\d,]{0,17})");
    }

    private static OptionalLong number(Pattern pattern, String words) {
        Matcher found = pattern.matcher(words);
        return found.find() ? OptionalLong.of(Long.parseLong(found.group(1).replace(",", ""))) : OptionalLong.empty();
    }
}
