package dev.assay.worker.call;

import dev.assay.budget.client.Budgets;
import dev.assay.runtime.Clock;
import dev.assay.schemas.Amounts;
import dev.assay.schemas.BudgetWindow;
import dev.assay.schemas.FailureKind;
import dev.assay.schemas.Throttled;
import dev.assay.schemas.topics.BudgetIds;
import dev.assay.worker.alert.Alerts;
import dev.assay.worker.failure.Failure;
import dev.assay.worker.failure.LimitHeaders;
import dev.assay.worker.failure.LimitSaid;
import dev.assay.worker.failure.LimitScope;
import dev.assay.worker.failure.LimitShown;
import dev.assay.worker.failure.ResponseHeaders;
import dev.assay.worker.failure.WaitClass;
import dev.assay.worker.meters.BudgetMeters;
import dev.assay.worker.spend.OutputBound;
import dev.assay.worker.spend.QuotaWatch;
import dev.assay.worker.spend.Spent;
import dev.assay.worker.spend.StartPace;
import dev.assay.worker.spend.Watermark;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The fleet's budgets as calls meet them: which ones a call needs room in, and what is told when one is used up. */
public final class CallBudgets {
    /** A gate closes so long where a provider does not say. */
    private static final Duration WITHOUT_HINT = Duration.ofSeconds(5);

    private final Budgets ledger;
    private final Set<String> ids;
    private final CallEstimates estimates;
    private final QuotaWatch quotas;
    private final ShownLimits shown = new ShownLimits();
    private final StartPace starts;
    private final BudgetMeters meters;
    private final Alerts alerts;
    private final Clock clock;

    /**
     * The budgets of one call.
     *
     * @param calls id of its model's
     * @param quota id of its tenant's
     */
    record Of(String calls, boolean isCallsLimited, String quota, boolean isQuotaLimited) {
        boolean isFree() {
            return !isCallsLimited && !isQuotaLimited;
        }
    }

    /**
     * @param ids ids of the models' budgets that this worker knows of, because limits of a whole account close them all
     * @param bounds how much output is reserved for a cap that a request states
     * @param starts spreads the calls that begin at the same time
     */
    public CallBudgets(
            Budgets ledger,
            Set<String> ids,
            Function<Candidate, OutputBound> bounds,
            StartPace starts,
            BudgetMeters meters,
            Alerts alerts,
            Clock clock) {
        this.ledger = ledger;
        this.ids = Set.copyOf(ids);
        this.estimates = new CallEstimates(bounds, meters);
        this.quotas = new QuotaWatch(ledger);
        this.starts = starts;
        this.meters = meters;
        this.alerts = alerts;
        this.clock = clock;
    }

    Of of(CallRequest request) {
        Payer payer = request.payer();
        String calls = BudgetIds.calls(
                request.candidate().account(), request.candidate().model());
        String quota = BudgetIds.tenant(payer.tenant(), payer.lane(), payer.account());
        return new Of(calls, ledger.isLimited(calls), quota, ledger.isLimited(quota));
    }

    Budgets ledger() {
        return ledger;
    }

    CallEstimates estimates() {
        return estimates;
    }

    StartPace starts() {
        return starts;
    }

    BudgetMeters meters() {
        return meters;
    }

    /**
     * Why a tenant's quota does not let a call of this candidate go, before anything is reserved. Tells somebody when a
     * mark is reached for the first time in a day.
     */
    Optional<Reply.Refused> quotaRefusal(CallRequest request, String quota, Amounts call) {
        Instant now = clock.now();
        Watermark mark = quotas.reached(quota, call);
        if (quotas.isNews(quota, mark, now)) {
            alerts.quotaReached(request.candidate().account(), quota, mark);
        }
        return switch (mark) {
            case FINE, WARN -> Optional.empty();
            case CHEAPER ->
                request.hasCheaper() && !request.candidate().isCheaper()
                        ? Optional.of(spent(quota, "is used up: its jobs go to cheaper candidates", now))
                        : Optional.empty();
            case STOP -> Optional.of(spent(quota, "is used up by more than a fifth", now));
        };
    }

    private Reply.Refused spent(String quota, String what, Instant now) {
        return new Reply.Refused(
                FailureKind.TENANT_QUOTA_EXHAUSTED,
                "the quota of the day of " + quota + " " + what,
                QuotaWatch.untilNextDay(now),
                heldBy(quota));
    }

    /**
     * What a parked job waits for beside the time: its quota, which may be raised. Not where only this job is too large
     * for what is left, because it would come back at once.
     */
    Optional<String> heldBy(String quota) {
        return isUsedUp(quota) ? Optional.of(quota) : Optional.empty();
    }

    void unanswered(Candidate candidate, String words) {
        meters.unanswered(candidate.account(), candidate.model());
        alerts.ledgerSilent(candidate.account(), candidate.model(), words);
    }

    /** Tells the fleet that a provider refused for a limit; one that is not the model's own closes the whole account. */
    void throttled(Candidate candidate, String calls, Failure failure) {
        LimitSaid said = failure.limit();
        tell(calls, failure, said);
        if (failure.scope() != LimitScope.MODEL && failure.waitClass() != WaitClass.CONCURRENCY) {
            String account = BudgetIds.calls(candidate.account(), "");
            ids.stream()
                    .filter(id -> id.startsWith(account) && !id.equals(calls))
                    .forEach(id -> tell(id, failure, LimitSaid.NOTHING));
        }
    }

    /** How the budget of a model's calls stands, for {@link #shown}. */
    ShownLimits.Before before(String calls, Amounts own) {
        return new ShownLimits.Before(ledger.view(calls).orElse(null), own, clock.nanos());
    }

    /**
     * Takes what the headers of a good answer show of limits as evidence of what the provider has counted.
     *
     * @param before how the budget stood when the call was sent
     */
    void shown(String calls, ShownLimits.Before before, ResponseHeaders headers) {
        List<LimitShown> limits = LimitHeaders.read(headers, clock.now());
        if (!limits.isEmpty()) {
            shown.note(calls, before, ledger.view(calls).orElse(null), limits, clock.nanos())
                    .ifPresent(evidence -> ledger.throttled(calls, evidence));
        }
    }

    private void tell(String budget, Failure failure, LimitSaid said) {
        if (!ledger.isLimited(budget)) {
            return;
        }
        boolean isHeld = failure.waitClass() == WaitClass.CONCURRENCY || said.window() == BudgetWindow.HELD;
        Duration pause = isHeld ? Duration.ZERO : failure.waitHint().orElse(WITHOUT_HINT);
        ledger.throttled(
                budget,
                Throttled.newBuilder()
                        .setUntil(clock.now().plus(pause))
                        .setMeasure(said.measure())
                        .setWindow(said.window())
                        .setUsed(orNull(said.used()))
                        .setMessage(failure.message())
                        .build());
    }

    private static @Nullable Long orNull(OptionalLong number) {
        return number.isPresent() ? Long.valueOf(number.getAsLong()) : null;
    }

    /** The marks that this worker's quotas may come to, for meters. */
    public static List<Watermark> marks() {
        return List.of(Watermark.WARN, Watermark.CHEAPER, Watermark.STOP);
    }

    /** How far a quota is used. */
    public Watermark markOf(String quota) {
        return quotas.reached(quota, Spent.NOTHING);
    }

    /** Whether all of a quota is used, so that its jobs may not be called as they would be. */
    public boolean isUsedUp(String quota) {
        return markOf(quota).compareTo(Watermark.CHEAPER) >= 0;
    }
}
