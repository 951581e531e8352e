package dev.assay.sandbox.simulator;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * When a fault strikes. What is left out does not restrict.
 *
 * @param fault name of the fault, see {@link FaultNames}
 * @param from begin of the window, from the moment that the rule was given (with {@code at}: from then)
 * @param until end of the window, counted alike; null for no end
 * @param at absolute time from which the window counts
 * @param share share of the calls in the window that it strikes, 0 to 1; which ones is decided by a hash
 * @param marker text that the prompt has to contain
 * @param model model that has to be asked for
 * @param count most calls that it strikes
 * @param status status in place of the fault's own; only for faults that are answers
 * @param headers headers beside the fault's own; only for faults that are answers
 * @param body body in place of the fault's own; only for faults that are answers
 */
public record FaultRule(
        String fault,
        @Nullable Duration from,
        @Nullable Duration until,
        @Nullable Instant at,
        @Nullable Double share,
        @Nullable String marker,
        @Nullable String model,
        @Nullable Integer count,
        @Nullable Integer status,
        @Nullable Map<String, String> headers,
        @Nullable String body) {
    public FaultRule {
        if (fault == null) {
            throw new IllegalArgumentException("fault: missing (expected: a name, such as status=503)");
        }
        Fault made = FaultNames.parse(fault);
        if (share != null && !(share >= 0 && share <= 1)) {
            throw new IllegalArgumentException("share: " + share + " (expected: 0 to 1)");
        }
        if (count != null && count < 1) {
            throw new IllegalArgumentException("count: " + count + " (expected: >= 1)");
        }
        if (status != null && (status < 200 || status > 599)) {
            throw new IllegalArgumentException("status: " + status + " (expected: 200 to 599)");
        }
        if (from != null && until != null && until.compareTo(from) < 0) {
            throw new IllegalArgumentException("until: " + until + " (expected: >= from, " + from + ")");
        }
        boolean changed = status != null || headers != null || body != null;
        if (changed && !(made instanceof Fault.Canned)) {
            throw new IllegalArgumentException("fault: " + fault + " takes no status, headers or body");
        }
        headers = headers == null ? null : Map.copyOf(headers);
    }

    /** Strikes every call. */
    public static FaultRule of(String fault) {
        return new FaultRule(fault, null, null, null, null, null, null, null, null, null, null);
    }

    /** Only within that window from now on. */
    public FaultRule within(Duration begin, Duration end) {
        return new FaultRule(fault, begin, end, at, share, marker, model, count, status, headers, body);
    }

    /** Only that share of the calls. */
    public FaultRule forShare(double wanted) {
        return new FaultRule(fault, from, until, at, wanted, marker, model, count, status, headers, body);
    }

    /** Only prompts that contain the text. */
    public FaultRule forPromptsWith(String text) {
        return new FaultRule(fault, from, until, at, share, text, model, count, status, headers, body);
    }

    /** Only calls of that model. */
    public FaultRule forModel(String wanted) {
        return new FaultRule(fault, from, until, at, share, marker, wanted, count, status, headers, body);
    }

    /** At most that many calls. */
    public FaultRule atMost(int times) {
        return new FaultRule(fault, from, until, at, share, marker, model, times, status, headers, body);
    }

    /** With that answer instead of the fault's own. */
    public FaultRule answering(int otherStatus, Map<String, String> otherHeaders, String otherBody) {
        return new FaultRule(fault, from, until, at, share, marker, model, count, otherStatus, otherHeaders, otherBody);
    }
}
