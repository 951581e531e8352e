package dev.assay.worker.call;

import dev.assay.schemas.Account;

/**
 * Whose job a call is made for.
 *
 * @param tenant who the work is for
 * @param lane its lane
 * @param account whose money it spends
 * @param priority within the tenant, the higher is served first
 * @param suite what kind of job it is, by its prompt template; empty where it names none
 */
public record Payer(String tenant, String lane, Account account, int priority, String suite) {
    /** The same with a higher claim: whoever waited in vain goes before those that came later. */
    public Payer after(int waits) {
        return waits == 0 ? this : new Payer(tenant, lane, account, Math.addExact(priority, waits), suite);
    }
}
