package dev.assay.worker.call;

import dev.assay.budget.client.Answer;
import dev.assay.schemas.FailureKind;
import dev.assay.schemas.topics.BudgetIds;
import java.util.Locale;

/** Which failure a ledger's refusal is: each limit its own. */
final class RefusalKinds {
    private RefusalKinds() {}

    static FailureKind of(Answer.Refused refused) {
        return switch (refused.reason()) {
            case NEVER_FITS -> FailureKind.NEVER_FITS;
            case REQUESTS_EXHAUSTED -> FailureKind.RPM_EXHAUSTED;
            case TOKENS_EXHAUSTED -> FailureKind.TOKEN_BUDGET_EXHAUSTED;
            case CONCURRENCY_EXHAUSTED -> FailureKind.CONCURRENCY_EXHAUSTED;
            case QUOTA_EXHAUSTED -> ofDay(refused);
            // A provider's own word, of which the ledger knows from another worker perhaps.
            case GATE_CLOSED -> FailureKind.RATE_LIMITED;
            case UNKNOWN -> FailureKind.LEDGER_SILENT;
        };
    }

    private static FailureKind ofDay(Answer.Refused refused) {
        if (BudgetIds.isTenant(refused.budget())) {
            return FailureKind.TENANT_QUOTA_EXHAUSTED;
        }
        boolean isOfRequests = refused.limit().toLowerCase(Locale.ROOT).contains("request");
        return isOfRequests ? FailureKind.RPM_EXHAUSTED : FailureKind.TOKEN_BUDGET_EXHAUSTED;
    }
}
