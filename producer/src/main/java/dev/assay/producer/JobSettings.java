package dev.assay.producer;

import dev.assay.runtime.LaneDefaults;
import dev.assay.schemas.Account;
import dev.assay.schemas.ScorerUse;
import dev.assay.schemas.topics.Names;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What all jobs of a run have in common. A run that is resumed must ask for the same.
 *
 * @param lane the lane whose time limits and bound apply
 * @param route which model policy answers, by its name in the workers' configuration
 * @param tenant who the work is for
 * @param account whose money the calls spend
 * @param scorer scorer of jobs that name none, with its options, and with targets where all jobs share them; null where
 *     only jobs that state an ideal are scored, by {@code exact}
 * @param templateId prompt template that bodies were made from; null for none
 * @param templateVersion version of that template; null for none
 * @param deadline deadline of jobs that state none; null for {@code maxAge} after enqueueing
 * @param maxAge deadline after enqueueing, where {@code deadline} is null; null for the lane's
 * @param maxWait waiting tier asked for: {@code 30s}, {@code 60s} or {@code 120s}; null for the lane's own
 * @param sideEffects whether answering may change the world, so that no request is ever sent twice
 * @param requiredRegion region that the data must stay in; null for none
 * @param priority higher goes first within a tenant
 * @param tags labels of every job; a job's own win
 * @param traceparent W3C trace context of the submit; null for none
 * @param maxBodyBytes the longest request body that is accepted, in bytes of UTF-8
 * @param epochs how often each line is asked; null for once, as a job of the line's own id
 */
public record JobSettings(
        String lane,
        String route,
        String tenant,
        Account account,
        @Nullable ScorerUse scorer,
        @Nullable String templateId,
        @Nullable String templateVersion,
        @Nullable Instant deadline,
        @Nullable Duration maxAge,
        @Nullable String maxWait,
        boolean sideEffects,
        @Nullable String requiredRegion,
        int priority,
        Map<String, String> tags,
        @Nullable String traceparent,
        int maxBodyBytes,
        @Nullable Epochs epochs) {
    /** A body of this many bytes fits a Kafka record of the default limit, with room for what stands beside it. */
    public static final int DEFAULT_MAX_BODY_BYTES = 1_000_000;

    private static final List<String> WAITING_TIERS = List.of("30s", "60s", "120s");
    private static final Pattern TRACEPARENT = Pattern.compile("[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}");

    public JobSettings {
        Names.require("lane", lane);
        Names.require("route", route);
        Names.require("tenant", tenant);
        tags = Map.copyOf(new TreeMap<>(tags));
        if (scorer != null) {
            requireScorer(scorer);
        }
        if (deadline != null && maxAge != null) {
            throw new IllegalArgumentException("deadline and max-age: both given (expected: one)");
        }
        if (maxAge != null && !maxAge.isPositive()) {
            throw new IllegalArgumentException("max-age: " + maxAge + " (expected: > 0)");
        }
        if (maxWait != null && !WAITING_TIERS.contains(maxWait)) {
            throw new IllegalArgumentException("max-wait: " + maxWait + " (expected: 30s, 60s or 120s)");
        }
        if (traceparent != null && !TRACEPARENT.matcher(traceparent).matches()) {
            throw new IllegalArgumentException(
                    "traceparent: " + traceparent + " (expected: version-traceid-parentid-flags in hexadecimal)");
        }
        if (maxBodyBytes < 1 || maxBodyBytes > 100_000_000) {
            throw new IllegalArgumentException("max-body-bytes: " + maxBodyBytes + " (expected: 1 to 100000000)");
        }
    }

    /** The deadline of a job that states none and is enqueued at that moment. */
    Instant deadlineFrom(Instant enqueuedAt) {
        if (deadline != null) {
            return deadline;
        }
        return enqueuedAt.plus(maxAge != null ? maxAge : LaneDefaults.of(lane).maxAge());
    }

    /** What of it shapes the jobs, by name; where the request came from does not. */
    Map<String, String> byName() {
        Map<String, String> settings = new TreeMap<>();
        settings.put("lane", lane);
        settings.put("route", route);
        settings.put("tenant", tenant);
        settings.put("account", account.name().toLowerCase(Locale.ROOT));
        settings.put("side-effects", Boolean.toString(sideEffects));
        settings.put("priority", Integer.toString(priority));
        settings.put("tags", new TreeMap<>(tags).toString());
        settings.put("max-body-bytes", Integer.toString(maxBodyBytes));
        if (scorer != null) {
            settings.put("scorer", scorer.getScorer());
            settings.put("scorer-options", new TreeMap<>(scorer.getOptions()).toString());
            settings.put("scorer-targets", scorer.getTargets().toString());
        }
        putIfSet(settings, "template-id", templateId);
        putIfSet(settings, "template-version", templateVersion);
        putIfSet(settings, "deadline", deadline);
        putIfSet(settings, "max-age", maxAge);
        putIfSet(settings, "max-wait", maxWait);
        putIfSet(settings, "region", requiredRegion);
        if (epochs != null) {
            settings.put("epochs", Integer.toString(epochs.count()));
            settings.put("reducer", epochs.reducer().label());
        }
        return settings;
    }

    /** A scorer for all jobs may leave the targets to them; everything else about it has to be right. */
    private static void requireScorer(ScorerUse scorer) {
        String complaint = scorer.getTargets().isEmpty()
                ? ScorerRules.complaintBesideTargets(scorer)
                : ScorerRules.complaint(scorer);
        if (complaint != null) {
            throw new IllegalArgumentException("scorer: " + complaint);
        }
    }

    private static void putIfSet(Map<String, String> settings, String name, @Nullable Object value) {
        if (value != null) {
            settings.put(name, value.toString());
        }
    }
}
