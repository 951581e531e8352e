package dev.assay.worker.failure;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The sizes that a refusal names: {@code Limit 7000, Used 0, Requested ~12903}. A request larger than the whole limit
 * never passes, whatever the same message says about trying again.
 */
final class RequestSize {
    private static final Pattern LIMIT = Pattern.compile("(?i)\\blimit(?: is)?[:= ]{1,3}~?(\\d[\\d,]{0,17})");
    private static final Pattern REQUESTED = Pattern.compile("(?i)\\brequested[:= ]{1,3}~?(\\d[\\d,]{0,17})");
    private static final int LONGEST = 4_096;

    private RequestSize() {}

    static boolean isOverLimit(String message) {
        String head = Words.unquoted(message.length() > LONGEST ? message.substring(0, LONGEST) : message);
        Matcher limit = LIMIT.matcher(head);
        Matcher requested = REQUESTED.matcher(head);
        return limit.find() && requested.find() && number(requested.group(1)) > number(limit.group(1));
    }

    private static long number(String digits) {
        return Long.parseLong(digits.replace(",", ""));
    }
}
