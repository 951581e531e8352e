package dev.assay.budget.journal;

import dev.assay.schemas.topics.Topics;

/**
 * Where one ledger lives. There are two: that of calls, which workers keep, and that of the slots of lanes, which
 * submitters keep. They are apart so that a submit of a second does not make workers share out the budgets of calls anew.
 *
 * @param requests topic of what is asked
 * @param journal topic of what was decided
 * @param state topic of snapshots
 * @param group of those who keep it
 * @param label short name, in names of clients
 */
public record LedgerTopics(String requests, String journal, String state, String group, String label) {
    public static LedgerTopics ofCalls(Topics topics) {
        return new LedgerTopics(
                topics.ledgerRequests(), topics.ledgerGrants(), topics.ledgerState(), topics.ledgerGroup(), "ledger");
    }

    public static LedgerTopics ofSlots(Topics topics) {
        return new LedgerTopics(
                topics.slotRequests(), topics.slotGrants(), topics.slotState(), topics.slotGroup(), "slots");
    }
}
