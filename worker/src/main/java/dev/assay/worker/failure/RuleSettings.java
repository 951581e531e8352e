package dev.assay.worker.failure;

import static com.fasterxml.jackson.annotation.JsonFormat.Feature.ACCEPT_SINGLE_VALUE_AS_ARRAY;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.assay.schemas.FailureKind;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A rule as the file has it: conditions that must all hold, and what a failure is for which they do.
 *
 * @param name what the rule is called in evidence
 * @param provider families of providers that it is of; none means all
 * @param status statuses; none means all
 * @param type any of these as the error's type
 * @param code any of these as a code, status, reason or type; {@code throttling.*} for all that begin so
 * @param starts any of these at the beginning of the message; {@code *} stands for a few words
 * @param says any of these in the first words of the message
 * @param quota any of these in the name of the quota that was hit
 * @param header each of these headers with that value
 * @param overLimit whether the message must name a request larger than its limit
 * @param kind the kind
 * @param scope what the limit is of; for limits
 * @param waits what waiting helps; for limits
 * @param atLeast wait at least so long, whatever the provider's hint
 */
record RuleSettings(
        @JsonProperty(required = true) String name,

        @JsonFormat(with = ACCEPT_SINGLE_VALUE_AS_ARRAY) @Nullable
        List<Family> provider,

        @Nullable Statuses status,

        @JsonFormat(with = ACCEPT_SINGLE_VALUE_AS_ARRAY) @Nullable
        List<String> type,

        @JsonFormat(with = ACCEPT_SINGLE_VALUE_AS_ARRAY) @Nullable
        List<String> code,

        @JsonFormat(with = ACCEPT_SINGLE_VALUE_AS_ARRAY) @Nullable
        List<String> starts,

        @JsonFormat(with = ACCEPT_SINGLE_VALUE_AS_ARRAY) @Nullable
        List<String> says,

        @JsonFormat(with = ACCEPT_SINGLE_VALUE_AS_ARRAY) @Nullable
        List<String> quota,

        @Nullable Map<String, String> header,
        @Nullable Boolean overLimit,
        @JsonProperty(required = true) FailureKind kind,
        @Nullable LimitScope scope,
        @Nullable WaitClass waits,
        @Nullable Duration atLeast) {
    RuleSettings {
        if (!name.matches("[a-z0-9]+(-[a-z0-9]+)*")) {
            throw new IllegalArgumentException("name: '" + name + "' (expected: small letters, digits and hyphens)");
        }
        boolean isLimit = kind == FailureKind.RATE_LIMITED;
        if (isLimit != (scope != null) || isLimit != (waits != null)) {
            throw new IllegalArgumentException("kind: " + kind + " of rule " + name
                    + (isLimit ? " (expected: with scope and waits)" : " (expected: without scope and waits)"));
        }
        if (!isConditional(provider, status, type, code, starts, says, quota, header, overLimit)) {
            throw new IllegalArgumentException("name: rule " + name + " fits every failure (expected: a condition)");
        }
    }

    /** Whether a condition is named, and not only by its key. */
    private static boolean isConditional(
            @Nullable List<Family> provider,
            @Nullable Statuses status,
            @Nullable List<String> type,
            @Nullable List<String> code,
            @Nullable List<String> starts,
            @Nullable List<String> says,
            @Nullable List<String> quota,
            @Nullable Map<String, String> header,
            @Nullable Boolean overLimit) {
        return Boolean.TRUE.equals(overLimit)
                || isNamed(provider)
                || (status != null && !status.isAny())
                || isNamed(type)
                || isNamed(code)
                || isNamed(starts)
                || isNamed(says)
                || isNamed(quota)
                || (header != null && !header.isEmpty());
    }

    private static boolean isNamed(@Nullable List<?> list) {
        return list != null && !list.isEmpty();
    }
}
