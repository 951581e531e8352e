package dev.assay.cli.view;

import dev.assay.deadletters.Letter;
import dev.assay.deadletters.Stage;
import dev.assay.schemas.DeadLetter;
import dev.assay.schemas.FailureKind;

/**
 * Why a letter died and what to do about it, a sentence each.
 *
 * @param why what happened
 * @param advice what helps
 */
public record LetterVerdict(String why, String advice) {
    public static LetterVerdict of(Letter letter) {
        DeadLetter told = letter.told().orElse(null);
        if (told == null) {
            return new LetterVerdict(
                    "the letter's own headers are damaged, so nobody knows",
                    "export it and look at its bytes; if they are a job after all, import it, else discard it");
        }
        return switch (told.getDisposition()) {
            case UNDECODABLE -> undecodable(letter.id().stage());
            case POISON ->
                new LetterVerdict(
                        "it was in hand at " + told.getDeliveries() + " deliveries and none of them ended: it may have"
                                + " killed its workers",
                        "find out what its request does to a worker (size, tools, memory) before it is sent again");
            case UNCERTAIN ->
                new LetterVerdict(
                        "its request may have reached the provider, and may not be sent twice because it changes"
                                + " something there",
                        "look at the provider whether it happened; replay it if not, else discard it");
            case UNRECOVERABLE, EXHAUSTED -> of(told);
        };
    }

    private static LetterVerdict undecodable(Stage stage) {
        return switch (stage) {
            case JOBS ->
                new LetterVerdict(
                        "its bytes are no job that this version can read",
                        "find out who wrote it; export it, mend it and import it, or discard it");
            case RESULTS ->
                new LetterVerdict(
                        "the scorer could not use this result",
                        "mend the scorer, or what wrote the result, and replay it");
        };
    }

    private static LetterVerdict of(DeadLetter told) {
        String calls = told.getAttempts() == 1 ? "one call" : told.getAttempts() + " calls";
        return new LetterVerdict(why(told.getKind(), calls), advice(told.getKind()));
    }

    private static String why(FailureKind kind, String calls) {
        return switch (kind) {
            case UNKNOWN -> "it failed in a way that no rule knows, after " + calls;
            case RATE_LIMITED -> "the provider's limit refused it each time (" + calls + ")";
            case TRANSIENT -> "the provider, or the way to it, failed each time (" + calls + ")";
            case OVERLOADED -> "the provider had no capacity for its model (" + calls + ")";
            case TIMEOUT -> "no answer came in time (" + calls + ")";
            case STREAM_BROKEN -> "the answer broke off each time (" + calls + ")";
            case MODEL_GONE -> "the provider does not have its model any more, or not for this key";
            case CONTENT_FILTERED -> "the provider's filter refused the request";
            case CONTEXT_TOO_LONG -> "the request is longer than any model of its route reads";
            case NEVER_FITS -> "the request is larger than the whole limit, so waiting would not help";
            case QUOTA_EXHAUSTED -> "the account had no money, and its route no other account";
            case AUTH_FAILED -> "the provider refused the key or the account";
            case BAD_REQUEST -> "the provider calls the request wrong, so the same one fails again";
            case BAD_RESPONSE -> "what the provider answered is no answer (" + calls + ")";
            case TRUNCATED -> "the answer ran out of room, although it must be complete";
            case CANCELLED -> "its run was cancelled";
            case CONCURRENCY_EXHAUSTED -> "no slot for a call came free in time";
            case RPM_EXHAUSTED -> "the limit of calls a minute left no room in time";
            case TOKEN_BUDGET_EXHAUSTED -> "the limit of tokens left no room in time";
            case TENANT_QUOTA_EXHAUSTED -> "its tenant's quota was used up";
            case CIRCUIT_OPEN -> "its provider was failing, and calls were kept from it until the deadline";
            case PROVIDER_BLOCKED -> "its account was blocked until the deadline";
            case KILLED -> "workers died with it in hand";
            case QUEUE_FULL -> "its lane was full";
            case DEADLINE_EXCEEDED -> "its deadline passed (" + calls + " before)";
            case LEDGER_SILENT -> "nobody answered for its budget in time";
        };
    }

    private static String advice(FailureKind kind) {
        return switch (kind) {
            case UNKNOWN -> "write a rule for it (docs/failures.md); replay it once the cause is gone";
            case RATE_LIMITED, RPM_EXHAUSTED, TOKEN_BUDGET_EXHAUSTED, CONCURRENCY_EXHAUSTED ->
                "replay it with a --rate that the limit takes, or raise the limit first";
            case TRANSIENT, OVERLOADED, STREAM_BROKEN, CIRCUIT_OPEN, BAD_RESPONSE ->
                "replay it when the provider is well again";
            case TIMEOUT, DEADLINE_EXCEEDED, LEDGER_SILENT ->
                "replay it, with a later deadline or a faster route if it is slow by nature";
            case MODEL_GONE -> "give its route another model, or replay it with --set route=OTHER";
            case CONTENT_FILTERED -> "change the request; as it is, it is refused again";
            case CONTEXT_TOO_LONG -> "shorten the request, or replay it with --set route=ONE_THAT_READS_MORE";
            case NEVER_FITS -> "raise the limit, or replay it with --set maxTokens=FEWER";
            case QUOTA_EXHAUSTED, PROVIDER_BLOCKED ->
                "pay the bill or replace the key, assay accounts unblock, and replay it";
            case AUTH_FAILED -> "mend the key or its rights, assay accounts unblock, and replay it";
            case BAD_REQUEST ->
                "mend the request: replay it with --set body.FIELD=VALUE, or export, edit and import it";
            case TRUNCATED -> "replay it with --set maxTokens=MORE";
            case CANCELLED -> "discard it, unless the run was cancelled by mistake";
            case TENANT_QUOTA_EXHAUSTED -> "raise the tenant's quota (assay budgets set), or replay it tomorrow";
            case KILLED -> "find out what it does to a worker before it is sent again";
            case QUEUE_FULL -> "replay it; it waits for room in its lane";
        };
    }
}
