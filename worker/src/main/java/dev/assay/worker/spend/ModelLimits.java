package dev.assay.worker.spend;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.assay.schemas.BudgetLimit;
import dev.assay.schemas.BudgetMeasure;
import dev.assay.schemas.BudgetWindow;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The limits that a provider publishes for a model of an account; null where there is none.
 *
 * @param provider name of the provider; its account's label is what the limits are of
 * @param model the model as that provider calls it
 * @param share how much of each value the whole fleet uses, above 0 and at most 1; null for the share of all
 * @param rpm requests in any minute
 * @param tpm tokens in any minute, input and output together
 * @param inputTpm input tokens in any minute
 * @param outputTpm output tokens in any minute
 * @param concurrency calls at once
 * @param rpd requests a day
 * @param tpd tokens a day
 * @param output how much output is reserved for a call that states a cap; null for the cap
 */
public record ModelLimits(
        @JsonProperty(required = true) String provider,
        @JsonProperty(required = true) String model,
        @Nullable Double share,
        @Nullable Long rpm,
        @Nullable Long tpm,
        @Nullable Long inputTpm,
        @Nullable Long outputTpm,
        @Nullable Long concurrency,
        @Nullable Long rpd,
        @Nullable Long tpd,
        @Nullable OutputBound output) {
    public ModelLimits {
        if (provider == null || provider.isBlank()) {
            throw new IllegalArgumentException("provider: '" + provider + "' (expected: the name of a provider)");
        }
        if (model == null || model.isBlank()) {
            throw new IllegalArgumentException("model: '" + model + "' (expected: a model of the provider)");
        }
        if (share != null) {
            LimitSettings.requireShare(share);
        }
        LimitSettings.requirePositive("rpm", rpm);
        LimitSettings.requirePositive("tpm", tpm);
        LimitSettings.requirePositive("inputTpm", inputTpm);
        LimitSettings.requirePositive("outputTpm", outputTpm);
        LimitSettings.requirePositive("concurrency", concurrency);
        LimitSettings.requirePositive("rpd", rpd);
        LimitSettings.requirePositive("tpd", tpd);
        boolean hasNone = rpm == null
                && tpm == null
                && inputTpm == null
                && outputTpm == null
                && concurrency == null
                && rpd == null
                && tpd == null;
        if (hasNone) {
            throw new IllegalArgumentException(
                    "model: " + model + " without a limit (expected: at least one of rpm, tpm, inputTpm, outputTpm,"
                            + " concurrency, rpd, tpd)");
        }
    }

    /** Requests and tokens in any minute, all of which the fleet uses. */
    public static ModelLimits perMinute(String provider, String model, long rpm, long tpm) {
        return new ModelLimits(provider, model, 1.0, rpm, tpm, null, null, null, null, null, null);
    }

    public OutputBound outputOrCap() {
        return output == null ? OutputBound.CAP : output;
    }

    /** What the fleet may use, whole numbers from below and at least 1. */
    public List<BudgetLimit> limits(double shareOfAll) {
        double part = share == null ? shareOfAll : share;
        List<BudgetLimit> limits = new ArrayList<>();
        add(limits, rpm, part, BudgetMeasure.REQUESTS, BudgetWindow.MINUTE);
        add(limits, tpm, part, BudgetMeasure.TOKENS, BudgetWindow.MINUTE);
        add(limits, inputTpm, part, BudgetMeasure.INPUT_TOKENS, BudgetWindow.MINUTE);
        add(limits, outputTpm, part, BudgetMeasure.OUTPUT_TOKENS, BudgetWindow.MINUTE);
        add(limits, concurrency, part, BudgetMeasure.REQUESTS, BudgetWindow.HELD);
        add(limits, rpd, part, BudgetMeasure.REQUESTS, BudgetWindow.DAY);
        add(limits, tpd, part, BudgetMeasure.TOKENS, BudgetWindow.DAY);
        return limits;
    }

    private static void add(
            List<BudgetLimit> limits,
            @Nullable Long published,
            double part,
            BudgetMeasure measure,
            BudgetWindow window) {
        if (published != null) {
            limits.add(BudgetLimit.newBuilder()
                    .setMeasure(measure)
                    .setWindow(window)
                    .setAmount(Math.max(1, (long) Math.floor(published * part + 1e-6)))
                    .build());
        }
    }
}
